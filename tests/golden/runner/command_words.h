// Splits a line of a case's `command` file into words, quoted as in a shell; nothing is expanded.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace querygate::golden {

// 'single', "double" with \" and \\, and \ before any character outside quotes. Empty: unbalanced.
std::optional<std::vector<std::string>> SplitWords(std::string_view line);

}  // namespace querygate::golden
