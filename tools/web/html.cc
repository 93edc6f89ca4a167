#include "tools/web/html.h"

#include "engine/render/xml_text.h"

namespace querygate::web {

namespace {

// What a parser of HTML would read as something else. A carriage return would come back as a line feed.
void AppendExact(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
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
      case '\r':
        out += "&#13;";
        break;
      default:
        out += c;
    }
  }
}

void AppendTag(std::string& out, std::string_view element, Html::Attributes attributes) {
  out.append("<").append(element);
  for (const Attribute& attribute : attributes) {
    if (!attribute.value) continue;
    out.append(" ").append(attribute.name).append("=\"");
    AppendExact(out, *attribute.value);
    out += '"';
  }
  out += '>';
}

bool IsUnreserved(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

}  // namespace

Attribute Flag(std::string_view name, bool on) {
  return {name, on ? std::optional<std::string>(std::string()) : std::nullopt};
}

Html& Html::Open(std::string_view element, Attributes attributes) {
  AppendTag(text_, element, attributes);
  open_.push_back(element);
  return *this;
}

Html& Html::Close() {
  text_.append("</").append(open_.back()).append(">");
  open_.pop_back();
  return *this;
}

Html& Html::Void(std::string_view element, Attributes attributes) {
  AppendTag(text_, element, attributes);
  return *this;
}

Html& Html::Text(std::string_view text) {
  text_ += EscapeMarkup(text);
  return *this;
}

Html& Html::Exact(std::string_view text) {
  AppendExact(text_, text);
  return *this;
}

Html& Html::Element(std::string_view element, Attributes attributes, std::string_view text) {
  return Open(element, attributes).Text(text).Close();
}

Html& Html::Append(const Html& piece) {
  text_ += piece.text_;
  return *this;
}

std::string PercentEncoded(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (IsUnreserved(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

}  // namespace querygate::web
