// A step of SQLite's query plan in words.
#pragma once

#include <string>
#include <string_view>

namespace querygate::sqlite {

// "SEARCH t USING INDEX i (a=?)" becomes "searches t by the index i, where a=?". What is not known stays as it is.
// Blanks in front stay.
std::string PlanWords(std::string_view step);

}  // namespace querygate::sqlite
