// The key under which arguments are hashed, and the hash.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/expected.h"

namespace querygate {

// HMAC-SHA-256 in lower-case hex.
std::string KeyedHashHex(std::string_view key, std::string_view text);

// Reads the file, or makes it with 256 random bits when it is missing. Others must not be able to read or write it.
// The error is one line for the operator.
Expected<std::string, std::string> OpenAuditKey(const std::string& path);

}  // namespace querygate
