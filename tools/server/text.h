// Small helpers for the text of protocols: ASCII only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace querygate::server {

std::string LowerCase(std::string_view text);
std::string_view TrimBlanks(std::string_view text);  // spaces and tabs
// Parts between separators, trimmed; empty ones are kept.
std::vector<std::string_view> Split(std::string_view text, char separator);

}  // namespace querygate::server
