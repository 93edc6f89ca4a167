// Base64 of RFC 4648, section 4, with padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace querygate {

std::string EncodeBase64(std::string_view bytes);

// Empty on anything that EncodeBase64 does not give: other characters, missing padding, stray bits.
std::optional<std::string> DecodeBase64(std::string_view text);

}  // namespace querygate
