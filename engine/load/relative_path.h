// Paths that a document may name.
#pragma once

#include <string_view>

namespace querygate {

// A relative path of plain segments: nothing absolute, empty, `.` or `..`, and no backslash.
bool StaysBelow(std::string_view path);

}  // namespace querygate
