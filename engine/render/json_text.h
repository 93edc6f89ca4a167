// JSON as text: strings, numbers and a writer that keeps members in the order they are given.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace querygate {

// `text` as a JSON string with its quotes. Control characters up to U+009F are escaped, so that no output
// of ours can drive a terminal; everything else stays UTF-8. Bytes that are no UTF-8 become U+FFFD.
void AppendJsonString(std::string& out, std::string_view text);

// The shortest spelling that reads back as the same double, always recognisable as a real ("5.0", "1e+20").
// Precondition: finite.
std::string RealText(double value);

// Builds one JSON value. The caller keeps calls balanced; commas, colons and indentation are done here.
class JsonWriter {
 public:
  enum class Style { kCompact, kIndented };
  explicit JsonWriter(Style style = Style::kCompact) : style_(style) {}

  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }
  JsonWriter& Key(std::string_view name);

  JsonWriter& String(std::string_view text);
  JsonWriter& Integer(std::int64_t value);
  JsonWriter& Real(double value);
  JsonWriter& Boolean(bool value);
  JsonWriter& Null();
  // A number already spelt as JSON, or a value built elsewhere in the same style.
  JsonWriter& Raw(std::string_view json);

  const std::string& text() const& { return text_; }
  std::string text() && { return std::move(text_); }

 private:
  JsonWriter& Open(char bracket);
  JsonWriter& Close(char bracket);
  void BeforeValue();
  void NewLine();

  Style style_;
  std::string text_;
  std::vector<bool> has_members_;  // one for each open bracket
  bool after_key_ = false;
};

}  // namespace querygate
