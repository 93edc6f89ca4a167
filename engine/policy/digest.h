// SHA-256 of text, as lower-case hex.
#pragma once

#include <string>
#include <string_view>

namespace querygate {

std::string Sha256Hex(std::string_view bytes);

}  // namespace querygate
