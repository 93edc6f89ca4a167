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

std::optional<std::string> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  for (std::size_t offset = 0; offset < text.size(); offset += 4) {
    const bool last = offset + 4 == text.size();
    const std::size_t padding = !last ? 0 : text[offset + 3] != '=' ? 0 : text[offset + 2] != '=' ? 1 : 2;
    std::uint32_t block = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t digit = i < 4 - padding ? kAlphabet.find(text[offset + i]) : 0;
      if (digit == std::string_view::npos) return std::nullopt;
      block = (block << 6U) | static_cast<std::uint32_t>(digit);
    }
    for (std::size_t i = 0; i < 3 - padding; ++i) bytes += static_cast<char>((block >> (16U - 8U * i)) & 0xFFU);
    // Bits behind the last byte would be lost: two spellings of one value.
    if (padding > 0 && (block & ((1U << (8U * padding)) - 1U)) != 0) return std::nullopt;
  }
  return bytes;
}

}  // namespace querygate
