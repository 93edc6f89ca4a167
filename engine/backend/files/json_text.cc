#include "engine/backend/files/json_text.h"

namespace querygate::files {
namespace {

bool IsDigit(int byte) { return byte >= '0' && byte <= '9'; }

std::string Utf8(std::uint32_t point) {
  std::string bytes;
  if (point < 0x80) {
    bytes += static_cast<char>(point);
  } else if (point < 0x800) {
    bytes += static_cast<char>(0xC0 | (point >> 6));
    bytes += static_cast<char>(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    bytes += static_cast<char>(0xE0 | (point >> 12));
    bytes += static_cast<char>(0x80 | ((point >> 6) & 0x3F));
    bytes += static_cast<char>(0x80 | (point & 0x3F));
  } else {
    bytes += static_cast<char>(0xF0 | (point >> 18));
    bytes += static_cast<char>(0x80 | ((point >> 12) & 0x3F));
    bytes += static_cast<char>(0x80 | ((point >> 6) & 0x3F));
    bytes += static_cast<char>(0x80 | (point & 0x3F));
  }
  return bytes;
}

}  // namespace

void JsonText::SkipBlanks() {
  while (true) {
    const int next = bytes_.Peek();
    if (next == '\n') {
      if (lines_) return;
      ++line_;
    } else if (next != ' ' && next != '\t' && next != '\r') {
      return;
    }
    bytes_.Skip();
  }
}

bool JsonText::TakeLineEnd() {
  SkipBlanks();
  if (bytes_.Take('\n')) {
    ++line_;
    return true;
  }
  if (bytes_.Peek() == ByteCursor::kEnd) return !bytes_.failed();
  return Invalid("text follows the value of this line");
}

bool JsonText::ReadString(std::string* text) {
  while (true) {
    const std::string_view rest = bytes_.Buffered();
    if (rest.empty()) return !bytes_.failed() && Invalid("a text does not end");
    std::size_t size = 0;
    while (size < rest.size() && rest[size] != '"' && rest[size] != '\\' &&
           static_cast<unsigned char>(rest[size]) >= 0x20) {
      ++size;
    }
    if (!Add(text, rest.substr(0, size))) return false;
    if (size == rest.size()) {
      bytes_.Skip(size);
      continue;
    }
    const char end = rest[size];
    if (end != '"' && end != '\\') return Invalid("a text holds a control character");
    bytes_.Skip(size + 1);
    if (end == '"') return true;
    if (!ReadEscape(text)) return false;
  }
}

bool JsonText::ReadEscape(std::string* text) {
  const int escape = bytes_.Peek();
  if (escape == ByteCursor::kEnd) return !bytes_.failed() && Invalid("a text does not end");
  bytes_.Skip();
  switch (escape) {
    case '"':
    case '\\':
    case '/': {
      const char itself = static_cast<char>(escape);
      return Add(text, std::string_view(&itself, 1));
    }
    case 'b':
      return Add(text, "\b");
    case 'f':
      return Add(text, "\f");
    case 'n':
      return Add(text, "\n");
    case 'r':
      return Add(text, "\r");
    case 't':
      return Add(text, "\t");
    case 'u':
      break;
    default:
      return Invalid("a text holds an escape that there is not");
  }
  std::uint32_t unit = 0;
  if (!ReadHex(unit)) return false;
  if (unit >= 0xDC00 && unit <= 0xDFFF) return Invalid("a text holds half a character");
  if (unit >= 0xD800 && unit <= 0xDBFF) {
    std::uint32_t low = 0;
    if (!bytes_.Take('\\') || !bytes_.Take('u')) return !bytes_.failed() && Invalid("a text holds half a character");
    if (!ReadHex(low)) return false;
    if (low < 0xDC00 || low > 0xDFFF) return Invalid("a text holds half a character");
    unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
  }
  return Add(text, Utf8(unit));
}

bool JsonText::ReadHex(std::uint32_t& unit) {
  unit = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = bytes_.Peek();
    int value = -1;
    if (IsDigit(digit)) value = digit - '0';
    if (digit >= 'a' && digit <= 'f') value = digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') value = digit - 'A' + 10;
    if (value < 0) return !bytes_.failed() && Invalid("a text holds an escape that there is not");
    bytes_.Skip();
    unit = unit * 16 + static_cast<std::uint32_t>(value);
  }
  return true;
}

bool JsonText::SkipDigits(std::string* text) {
  if (!IsDigit(bytes_.Peek())) return !bytes_.failed() && Invalid("this is no number");
  while (true) {
    const std::string_view rest = bytes_.Buffered();
    std::size_t size = 0;
    while (size < rest.size() && IsDigit(rest[size])) ++size;
    if (!Add(text, rest.substr(0, size))) return false;
    const bool ended = size < rest.size() || rest.empty();
    bytes_.Skip(size);
    if (ended) return !bytes_.failed();
  }
}

bool JsonText::ReadNumber(std::string* text) {
  if (bytes_.Take('-') && !Add(text, "-")) return false;
  if (bytes_.Take('0')) {
    if (!Add(text, "0")) return false;
    if (IsDigit(bytes_.Peek())) return Invalid("a number begins with a zero that says nothing");
  } else if (!SkipDigits(text)) {
    return false;
  }
  if (bytes_.Take('.') && (!Add(text, ".") || !SkipDigits(text))) return false;
  const int exponent = bytes_.Peek();
  if (exponent == 'e' || exponent == 'E') {
    bytes_.Skip();
    if (!Add(text, "e")) return false;
    if (bytes_.Take('-')) {
      if (!Add(text, "-")) return false;
    } else {
      bytes_.Take('+');
    }
    if (!SkipDigits(text)) return false;
  }
  return !bytes_.failed();
}

bool JsonText::ReadWord(std::string_view word) {
  for (const char letter : word) {
    if (!bytes_.Take(letter)) return !bytes_.failed() && Invalid("this is no value");
  }
  return true;
}

bool JsonText::ReadValue(RawValue& value, std::int64_t depth) {
  value.bytes.clear();
  const int first = bytes_.Peek();
  if (first == '"') {
    value.kind = RawValue::Kind::kText;
    bytes_.Skip();
    return ReadString(&value.bytes);
  }
  if (first == '-' || IsDigit(first)) {
    value.kind = RawValue::Kind::kNumber;
    return ReadNumber(&value.bytes);
  }
  if (first == 't' || first == 'f') {
    value.kind = RawValue::Kind::kBoolean;
    value.boolean = first == 't';
    return ReadWord(value.boolean ? "true" : "false");
  }
  if (first == 'n') {
    value.kind = RawValue::Kind::kNull;
    return ReadWord("null");
  }
  value.kind = RawValue::Kind::kNested;
  return SkipValue(depth);
}

bool JsonText::SkipValue(std::int64_t depth) {
  const int first = bytes_.Peek();
  if (first == '{') return Enter(depth) && SkipObject(depth);
  if (first == '[') return Enter(depth) && SkipList(depth);
  if (bytes_.Take('"')) return ReadString(nullptr);
  if (first == '-' || IsDigit(first)) return ReadNumber(nullptr);
  if (first == 't') return ReadWord("true");
  if (first == 'f') return ReadWord("false");
  if (first == 'n') return ReadWord("null");
  return !bytes_.failed() && Invalid("a value is missing");
}

bool JsonText::SkipObject(std::int64_t depth) {
  bytes_.Skip();
  SkipBlanks();
  if (bytes_.Take('}')) return true;
  while (true) {
    if (!Want('"', "a name is missing") || !ReadString(nullptr) || !Want(':', "a colon is missing")) return false;
    SkipBlanks();
    if (!SkipValue(depth + 1)) return false;
    SkipBlanks();
    if (bytes_.Take('}')) return true;
    if (!Want(',', "an object does not end")) return false;
    SkipBlanks();
  }
}

bool JsonText::SkipList(std::int64_t depth) {
  bytes_.Skip();
  SkipBlanks();
  if (bytes_.Take(']')) return true;
  while (true) {
    if (!SkipValue(depth + 1)) return false;
    SkipBlanks();
    if (bytes_.Take(']')) return true;
    if (!Want(',', "a list does not end")) return false;
    SkipBlanks();
  }
}

}  // namespace querygate::files
