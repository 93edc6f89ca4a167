// Reading members of JSON objects.
#pragma once

#include <string>
#include <string_view>

#include "engine/load/json_reader.h"

namespace querygate::server::mcp {

// Null when `value` is no object or has no such member.
const JsonValue* FindJson(const JsonValue& value, std::string_view key);

// Null when there is none, or it is no string.
const std::string* FindString(const JsonValue& value, std::string_view key);

}  // namespace querygate::server::mcp
