// Base64 of RFC 4648, section 4, with padding.
#pragma once

#include <string>
#include <string_view>

namespace querygate {

std::string EncodeBase64(std::string_view bytes);

}  // namespace querygate
