#include "engine/load/json_reader.h"

#include <algorithm>
#include <cstdint>

#include "engine/base/utf8.h"
#include "engine/load/arguments.h"

namespace querygate {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

void AppendUtf8(std::uint32_t code, std::string& out) {
  const auto append = [&out](std::uint32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (code < 0x80) {
    append(code);
  } else if (code < 0x800) {
    append(0xC0 | (code >> 6));
    append(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    append(0xE0 | (code >> 12));
    append(0x80 | ((code >> 6) & 0x3F));
    append(0x80 | (code & 0x3F));
  } else {
    append(0xF0 | (code >> 18));
    append(0x80 | ((code >> 12) & 0x3F));
    append(0x80 | ((code >> 6) & 0x3F));
    append(0x80 | (code & 0x3F));
  }
}

bool IsHighSurrogate(std::uint32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool IsLowSurrogate(std::uint32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

// Recursive descent; the depth is counted and bounded before it matters to the stack. Functions return false
// once the fault is set.
class Reader {
 public:
  Reader(std::string_view json, const JsonLimits& limits) : json_(json), limits_(limits) {}

  JsonResult Read() {
    JsonValue value;
    if (Value(value, 0)) {
      SkipBlanks();
      if (at_ == json_.size()) return {std::move(value), {}};
      Fail("something follows the value");
    }
    return {std::nullopt, std::move(fault_)};
  }

 private:
  bool Fail(std::string message) {
    fault_ = {at_, std::move(message)};
    return false;
  }

  char Peek() const { return at_ < json_.size() ? json_[at_] : '\0'; }

  bool Take(char expected) {
    if (at_ >= json_.size() || json_[at_] != expected) return false;
    ++at_;
    return true;
  }

  void SkipBlanks() {
    while (at_ < json_.size() && std::string_view(" \t\n\r").find(json_[at_]) != std::string_view::npos) ++at_;
  }

  bool Value(JsonValue& out, int depth) {
    SkipBlanks();
    if (++values_ > limits_.values) return Fail("too many values");
    switch (Peek()) {
      case '{':
        return depth < limits_.depth ? Object(out, depth + 1) : Fail("nested too deeply");
      case '[':
        return depth < limits_.depth ? Array(out, depth + 1) : Fail("nested too deeply");
      case '"':
        out.kind = JsonValue::Kind::kString;
        return String(out.text);
      case 't':
        out.boolean = true;
        return Word("true", JsonValue::Kind::kBoolean, out);
      case 'f':
        return Word("false", JsonValue::Kind::kBoolean, out);
      case 'n':
        return Word("null", JsonValue::Kind::kNull, out);
      default:
        return Number(out);
    }
  }

  bool Word(std::string_view word, JsonValue::Kind kind, JsonValue& out) {
    if (!json_.substr(at_).starts_with(word)) return Fail("a value is expected");
    at_ += word.size();
    out.kind = kind;
    return true;
  }

  bool Digits() {
    const std::size_t start = at_;
    while (at_ < json_.size() && IsDigit(json_[at_])) ++at_;
    return at_ > start;
  }

  bool Number(JsonValue& out) {
    const std::size_t start = at_;
    Take('-');
    if (!Take('0') && !Digits()) return Fail("a value is expected");
    if (Take('.') && !Digits()) return Fail("a digit is expected");
    if (Take('e') || Take('E')) {
      if (!Take('-')) Take('+');
      if (!Digits()) return Fail("a digit is expected");
    }
    out.kind = JsonValue::Kind::kNumber;
    out.text = json_.substr(start, at_ - start);
    return true;
  }

  bool Array(JsonValue& out, int depth) {
    out.kind = JsonValue::Kind::kArray;
    ++at_;
    SkipBlanks();
    if (Take(']')) return true;
    do {
      if (!Value(out.items.emplace_back(), depth)) return false;
      SkipBlanks();
    } while (Take(','));
    return Take(']') || Fail("`,` or `]` is expected");
  }

  bool Object(JsonValue& out, int depth) {
    out.kind = JsonValue::Kind::kObject;
    ++at_;
    SkipBlanks();
    if (Take('}')) return true;
    do {
      SkipBlanks();
      auto& [key, value] = out.members.emplace_back();
      if (Peek() != '"') return Fail("a key in quotes is expected");
      if (!String(key)) return false;
      if (key.find('\0') != std::string::npos) return Fail("a key holds NUL");
      SkipBlanks();
      if (!Take(':')) return Fail("`:` is expected");
      if (!Value(value, depth)) return false;
      SkipBlanks();
    } while (Take(','));
    if (!Take('}')) return Fail("`,` or `}` is expected");
    return HasDistinctKeys(out) || Fail("a key appears twice");
  }

  // By sorting: the cost does not depend on keys that a caller chose to collide.
  static bool HasDistinctKeys(const JsonValue& object) {
    std::vector<std::string_view> keys;
    keys.reserve(object.members.size());
    for (const auto& member : object.members) keys.push_back(member.key);
    std::sort(keys.begin(), keys.end());
    return std::adjacent_find(keys.begin(), keys.end()) == keys.end();
  }

  bool String(std::string& out) {
    ++at_;
    while (at_ < json_.size()) {
      const char c = json_[at_];
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '\\') {
        if (!Escape(out)) return false;
        continue;
      }
      if (static_cast<unsigned char>(c) < 0x20) return Fail("a control character in a string");
      const CodePoint point = CodePointAt(json_, at_);
      if (point.value == 0xFFFD && point.bytes == 1) return Fail("not valid UTF-8");
      out += json_.substr(at_, point.bytes);
      at_ += point.bytes;
    }
    return Fail("a string is not closed");
  }

  bool Escape(std::string& out) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    ++at_;
    if (Take('u')) return UnicodeEscape(out);
    const std::size_t index = at_ < json_.size() ? kLetters.find(json_[at_]) : std::string_view::npos;
    if (index == std::string_view::npos) return Fail("an unknown escape");
    out += kMeanings[index];
    ++at_;
    return true;
  }

  bool UnicodeEscape(std::string& out) {
    std::uint32_t code = 0;
    if (!CodeUnit(code)) return false;
    if (IsLowSurrogate(code)) return Fail("an unpaired surrogate");
    if (IsHighSurrogate(code)) {
      std::uint32_t low = 0;
      if (!Take('\\') || !Take('u')) return Fail("an unpaired surrogate");
      if (!CodeUnit(low)) return false;
      if (!IsLowSurrogate(low)) return Fail("an unpaired surrogate");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    AppendUtf8(code, out);
    return true;
  }

  bool CodeUnit(std::uint32_t& out) {
    for (int i = 0; i < 4; ++i) {
      const char c = Peek();
      const bool lower = c >= 'a' && c <= 'f';
      const bool upper = c >= 'A' && c <= 'F';
      if (!IsDigit(c) && !lower && !upper) return Fail("four hexadecimal digits are expected");
      const int digit = IsDigit(c) ? c - '0' : (lower ? c - 'a' : c - 'A') + 10;
      out = (out << 4) | static_cast<std::uint32_t>(digit);
      ++at_;
    }
    return true;
  }

  std::string_view json_;
  std::size_t at_ = 0;
  const JsonLimits limits_;
  std::size_t values_ = 0;
  JsonFault fault_;
};

}  // namespace

JsonResult ReadJson(std::string_view json, const JsonLimits& limits) {
  if (json.size() > limits.bytes) return {std::nullopt, {0, "too long"}};
  return Reader(json, limits).Read();
}

}  // namespace querygate
