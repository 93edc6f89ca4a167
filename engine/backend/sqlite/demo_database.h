// Makes small databases from SQL scripts, for demonstrations. The only code here that writes.
#pragma once

#include <string>

#include "engine/base/expected.h"

namespace querygate::sqlite {

// All or nothing: the script runs into a file of its own, which gets its name only when it is whole, and never
// that of a file that exists. The script is trusted. The error is one line for people.
Expected<void, std::string> CreateDatabase(const std::string& path, const std::string& sql);

}  // namespace querygate::sqlite
