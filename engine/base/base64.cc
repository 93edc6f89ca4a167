#include "engine/base/base64.h"

#include <cstddef>
#include <cstdint>

namespace querygate {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string EncodeBase64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t offset = 0; offset < bytes.size(); offset += 3) {
    const std::size_t count = bytes.size() - offset < 3 ? bytes.size() - offset : 3;
    std::uint32_t block = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      block = (block << 8U) | (i < count ? static_cast<unsigned char>(bytes[offset + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= count ? kAlphabet[(block >> (18U - 6U * i)) & 0x3FU] : '=';
    }
  }
  return text;
}

}  // namespace querygate
