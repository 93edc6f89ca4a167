#include "engine/render/display_text.h"

#include <algorithm>
#include <array>
#include <span>

#include "engine/base/utf8.h"

namespace querygate {

namespace {

struct Range {
  char32_t first, last;
};

// Blocks rather than single code points: close enough for alignment, small enough to read.
constexpr std::array kZeroWidth{
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD}, Range{0x0610, 0x061A}, Range{0x064B, 0x065F},
    Range{0x0E31, 0x0E31}, Range{0x0E34, 0x0E3A}, Range{0x0E47, 0x0E4E}, Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF},
    Range{0x200B, 0x200D}, Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F}, Range{0xFEFF, 0xFEFF},
};
constexpr std::array kWide{
    Range{0x1100, 0x115F},   Range{0x231A, 0x231B},   Range{0x23E9, 0x23EC},   Range{0x2E80, 0x303E},
    Range{0x3041, 0x33FF},   Range{0x3400, 0x4DBF},   Range{0x4E00, 0x9FFF},   Range{0xA000, 0xA4CF},
    Range{0xA960, 0xA97F},   Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE4F},
    Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F}, Range{0x1F680, 0x1F6FF},
    Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD},
};
// Line and paragraph separators, bidirectional embeddings, overrides, isolates and marks.
constexpr std::array kUnprintable{
    Range{0x061C, 0x061C}, Range{0x200E, 0x200F}, Range{0x2028, 0x202E}, Range{0x2066, 0x2069}, Range{0xFFF9, 0xFFFB},
};

bool Contains(std::span<const Range> ranges, char32_t code_point) {
  return std::any_of(ranges.begin(), ranges.end(), [code_point](const Range& range) {
    return range.first <= code_point && code_point <= range.last;
  });
}

void AppendHex(std::string& out, std::string_view prefix, char32_t value, int digits) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  out += prefix;
  for (int digit = digits - 1; digit >= 0; --digit) out += kDigits[(value >> (4 * digit)) & 0xF];
}

bool IsIllFormed(const CodePoint& point) { return point.value == 0xFFFD && point.bytes == 1; }

}  // namespace

bool IsControl(char32_t code_point) { return code_point < 0x20 || (code_point >= 0x7F && code_point <= 0x9F); }

std::string Printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t offset = 0;
  while (offset < text.size()) {
    const CodePoint next = CodePointAt(text, offset);
    if (IsIllFormed(next)) {
      AppendHex(out, "\\x", static_cast<unsigned char>(text[offset]), 2);
    } else if (next.value == '\n') {
      out += "\\n";
    } else if (next.value == '\r') {
      out += "\\r";
    } else if (next.value == '\t') {
      out += "\\t";
    } else if (IsControl(next.value)) {
      AppendHex(out, next.value < 0x80 ? "\\x" : "\\u", next.value, next.value < 0x80 ? 2 : 4);
    } else if (Contains(kUnprintable, next.value)) {
      AppendHex(out, "\\u", next.value, 4);
    } else {
      out += text.substr(offset, next.bytes);
    }
    offset += next.bytes;
  }
  return out;
}

std::size_t DisplayWidth(std::string_view text) {
  std::size_t width = 0;
  std::size_t offset = 0;
  while (offset < text.size()) {
    const CodePoint next = CodePointAt(text, offset);
    offset += next.bytes;
    if (next.value < 0x300) {
      ++width;
    } else if (Contains(kWide, next.value)) {
      width += 2;
    } else if (!Contains(kZeroWidth, next.value)) {
      ++width;
    }
  }
  return width;
}

}  // namespace querygate
