#include "engine/load/text_check.h"

#include <array>
#include <cstdint>
#include <cstdio>

#include "engine/base/utf8.h"

namespace querygate {

namespace {

constexpr std::size_t kQuotedBytes = 60;

struct Range {
  char32_t first, last;
  std::string_view name;
};

// Refused wherever they stand.
constexpr std::array<Range, 6> kRefused = {{
    {0x00, 0x00, "a NUL byte"},
    {0x01, 0x1F, "a control character"},  // tab, line feed and carriage return are judged before
    {0x7F, 0x9F, "a control character"},
    {0x202A, 0x202E, "a bidirectional control"},
    {0x2066, 0x2069, "a bidirectional control"},
    {0xFEFF, 0xFEFF, "a byte order mark"},
}};

std::string CodePointName(char32_t value) {
  std::array<char, 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "U+%04X", static_cast<unsigned>(value));
  return buffer.data();
}

const Range* FindRefused(char32_t value) {
  for (const Range& range : kRefused) {
    if (value >= range.first && value <= range.last) return &range;
  }
  return nullptr;
}

bool IsIllFormed(const CodePoint& point) { return point.value == 0xFFFD && point.bytes == 1; }

bool IsLineFeedAt(std::string_view text, std::size_t offset) { return offset < text.size() && text[offset] == '\n'; }

}  // namespace

std::optional<TextFault> FindTextFault(std::string_view text) {
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint point = CodePointAt(text, offset);
    if (IsIllFormed(point)) return TextFault{offset, "the text is not valid UTF-8 here", "save the file as UTF-8"};
    const char32_t value = point.value;
    if (value == '\r' && !IsLineFeedAt(text, offset + 1)) {
      return TextFault{offset, "a carriage return without a line feed", "end lines with a line feed"};
    }
    if (value != '\t' && value != '\n' && value != '\r') {
      if (const Range* range = FindRefused(value)) {
        return TextFault{offset, std::string(range->name) + " (" + CodePointName(value) + ")",
                         value == 0xFEFF ? "save the file as UTF-8 without a byte order mark" : "remove it"};
      }
    }
    offset += point.bytes;
  }
  return std::nullopt;
}

std::string Quoted(std::string_view text) {
  std::string out = "`";
  for (std::size_t offset = 0; offset < text.size();) {
    if (out.size() > kQuotedBytes) {
      out += "…";
      break;
    }
    const CodePoint point = CodePointAt(text, offset);
    if (IsIllFormed(point)) {
      out += "?";
    } else if (point.value == '\n') {
      out += "\\n";
    } else if (point.value == '\t') {
      out += "\\t";
    } else if (FindRefused(point.value) != nullptr) {
      out += "<" + CodePointName(point.value) + ">";
    } else {
      out += text.substr(offset, point.bytes);
    }
    offset += point.bytes;
  }
  return out + "`";
}

}  // namespace querygate
