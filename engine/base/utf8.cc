#include "engine/base/utf8.h"

#include <algorithm>
#include <cstring>

namespace querygate {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

unsigned ByteAt(std::string_view text, std::size_t offset) { return static_cast<unsigned char>(text[offset]); }

bool IsContinuation(unsigned byte) { return (byte & 0xC0U) == 0x80U; }

// Zero for an ill-formed sequence.
std::size_t SequenceLength(std::string_view text, std::size_t offset, char32_t& value) {
  const unsigned lead = ByteAt(text, offset);
  if (lead < 0x80U) {
    value = lead;
    return 1;
  }
  std::size_t length = 0;
  char32_t least = 0;
  if ((lead & 0xE0U) == 0xC0U) {
    length = 2;
    least = 0x80;
    value = lead & 0x1FU;
  } else if ((lead & 0xF0U) == 0xE0U) {
    length = 3;
    least = 0x800;
    value = lead & 0x0FU;
  } else if ((lead & 0xF8U) == 0xF0U) {
    length = 4;
    least = 0x10000;
    value = lead & 0x07U;
  } else {
    return 0;
  }
  if (text.size() - offset < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    const unsigned byte = ByteAt(text, offset + i);
    if (!IsContinuation(byte)) return 0;
    value = (value << 6U) | (byte & 0x3FU);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  return value < least || surrogate || value > 0x10FFFF ? 0 : length;
}

}  // namespace

bool IsValidUtf8(std::string_view text) {
  std::size_t offset = 0;
  while (offset < text.size()) {
    // Eight ASCII bytes at a time: most text is ASCII.
    if (text.size() - offset >= sizeof(std::uint64_t)) {
      std::uint64_t block = 0;
      std::memcpy(&block, text.data() + offset, sizeof(block));
      if ((block & 0x8080808080808080U) == 0) {
        offset += sizeof(block);
        continue;
      }
    }
    char32_t value = 0;
    const std::size_t length = SequenceLength(text, offset, value);
    if (length == 0) return false;
    offset += length;
  }
  return true;
}

std::size_t CountCodePoints(std::string_view text) {
  const auto leads =
      std::count_if(text.begin(), text.end(), [](char c) { return !IsContinuation(static_cast<unsigned char>(c)); });
  return static_cast<std::size_t>(leads);
}

CodePoint CodePointAt(std::string_view text, std::size_t offset) {
  char32_t value = 0;
  const std::size_t length = SequenceLength(text, offset, value);
  return length == 0 ? CodePoint{kReplacement, 1} : CodePoint{value, length};
}

}  // namespace querygate
