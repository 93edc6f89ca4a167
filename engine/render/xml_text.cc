#include "engine/render/xml_text.h"

#include "engine/base/utf8.h"
#include "engine/render/display_text.h"

namespace querygate {

namespace {

// Valid UTF-8 that XML 1.0 has no place for.
bool IsNonCharacter(char32_t value) { return value == 0xFFFE || value == 0xFFFF; }

}  // namespace

std::string EscapeMarkup(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint point = CodePointAt(text, offset);
    const std::string_view bytes = text.substr(offset, point.bytes);
    offset += point.bytes;
    switch (point.value) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case '\n':
      case '\t':
        out += bytes;
        break;
      default:
        out += IsNonCharacter(point.value) ? "\xEF\xBF\xBD" : Printable(bytes);
    }
  }
  return out;
}

}  // namespace querygate
