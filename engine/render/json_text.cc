#include "engine/render/json_text.h"

#include <array>
#include <charconv>

#include "engine/base/utf8.h"
#include "engine/render/display_text.h"

namespace querygate {

namespace {

void AppendEscape(std::string& out, char32_t code_point) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[(code_point >> shift) & 0xF];
}

// ASCII that stands for itself inside a JSON string.
bool IsPlain(char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; }

}  // namespace

void AppendJsonString(std::string& out, std::string_view text) {
  out += '"';
  std::size_t offset = 0;
  while (offset < text.size()) {
    // Most text needs no escape: it goes over in runs.
    std::size_t plain = offset;
    while (plain < text.size() && IsPlain(text[plain])) ++plain;
    out.append(text, offset, plain - offset);
    offset = plain;
    if (offset == text.size()) break;
    const CodePoint next = CodePointAt(text, offset);
    const std::string_view bytes = text.substr(offset, next.bytes);
    offset += next.bytes;
    switch (next.value) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (next.value == 0xFFFD) {
          out += "\xEF\xBF\xBD";
        } else if (IsControl(next.value)) {
          AppendEscape(out, next.value);
        } else {
          out += bytes;
        }
    }
  }
  out += '"';
}

std::string RealText(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  std::string text(buffer.data(), end);
  // "5" would read back as an integer: the type of a column must not depend on the value.
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

JsonWriter& JsonWriter::Key(std::string_view name) {
  BeforeValue();
  AppendJsonString(text_, name);
  text_ += style_ == Style::kCompact ? ":" : ": ";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view text) {
  BeforeValue();
  AppendJsonString(text_, text);
  return *this;
}

JsonWriter& JsonWriter::Integer(std::int64_t value) {
  std::array<char, 24> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return Raw({buffer.data(), end});
}
JsonWriter& JsonWriter::Real(double value) { return Raw(RealText(value)); }
JsonWriter& JsonWriter::Boolean(bool value) { return Raw(value ? "true" : "false"); }
JsonWriter& JsonWriter::Null() { return Raw("null"); }

JsonWriter& JsonWriter::Raw(std::string_view json) {
  BeforeValue();
  text_ += json;
  return *this;
}

JsonWriter& JsonWriter::Open(char bracket) {
  BeforeValue();
  text_ += bracket;
  has_members_.push_back(false);
  return *this;
}

JsonWriter& JsonWriter::Close(char bracket) {
  const bool had_members = has_members_.back();
  has_members_.pop_back();
  if (had_members) NewLine();
  text_ += bracket;
  return *this;
}

void JsonWriter::BeforeValue() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_members_.empty()) return;
  if (has_members_.back()) text_ += ',';
  has_members_.back() = true;
  NewLine();
}

void JsonWriter::NewLine() {
  if (style_ == Style::kCompact) return;
  text_ += '\n';
  text_.append(2 * has_members_.size(), ' ');
}

}  // namespace querygate
