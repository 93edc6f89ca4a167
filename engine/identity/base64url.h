// Base64 of RFC 4648, section 5, without padding: what compact tokens are made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace querygate {

std::string EncodeBase64Url(std::string_view bytes);

// Empty on anything that EncodeBase64Url does not give: padding, other characters, bits behind the last byte.
std::optional<std::string> DecodeBase64Url(std::string_view text);

}  // namespace querygate
