#include "engine/policy/sql_tokens.h"

#include <array>

namespace querygate {
namespace {

using Kind = SqlToken::Kind;

bool IsDigit(unsigned char c) { return c >= '0' && c <= '9'; }
bool IsHexDigit(unsigned char c) { return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool IsLetter(unsigned char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool StartsWord(unsigned char c) { return IsLetter(c) || c == '_' || c >= 0x80; }
bool ContinuesWord(unsigned char c) { return StartsWord(c) || IsDigit(c) || c == '$'; }
// A blank run starts with one of these; a vertical tab is read as blank only after another blank.
bool StartsBlank(unsigned char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'; }
bool ContinuesBlank(unsigned char c) { return StartsBlank(c) || c == '\v'; }
unsigned char ToUpper(unsigned char c) { return c >= 'a' && c <= 'z' ? static_cast<unsigned char>(c - 'a' + 'A') : c; }

// Longest first. "!" alone is no operator.
constexpr std::array<std::string_view, 25> kOperators{
    "->>", "->", "||", "<=", "<>", "<<", ">=", ">>", "==", "!=", "-", "|", "<",
    ">",   "=",  "(",  ")",  "+",  "*",  "/",  "%",  ",",  "&",  "~", "."};

// Reads one piece at a time. Reading past the end gives 0, which ends every piece, as it does for the
// database (whose text is NUL-terminated).
class Reader {
 public:
  explicit Reader(std::string_view sql) : sql_(sql) {}

  SqlTokens Read() {
    SqlTokens result;
    for (std::size_t start = 0; start < sql_.size();) {
      const std::size_t skipped = Skip(start, result);
      if (skipped > 0) {
        start += skipped;
        continue;
      }
      SqlToken token = Next(start);
      start += token.text.size();
      result.tokens.push_back(token);
    }
    return result;
  }

 private:
  unsigned char At(std::size_t i) const { return i < sql_.size() ? static_cast<unsigned char>(sql_[i]) : '\0'; }

  // Length of the blanks or the comment at `start`; 0 when there is none.
  std::size_t Skip(std::size_t start, SqlTokens& result) const {
    std::size_t i = start;
    if (StartsBlank(At(i))) {
      while (ContinuesBlank(At(i))) ++i;
    } else if (At(i) == 0xEF && At(i + 1) == 0xBB && At(i + 2) == 0xBF) {
      i += 3;  // a byte order mark where a token could start
    } else if (At(i) == '-' && At(i + 1) == '-') {
      while (i < sql_.size() && At(i) != '\n') ++i;
    } else if (At(i) == '/' && At(i + 1) == '*') {
      const std::size_t end = sql_.find("*/", i + 2);
      result.unterminated_comment |= end == std::string_view::npos;
      i = end == std::string_view::npos ? sql_.size() : end + 2;
    }
    return i - start;
  }

  SqlToken Token(Kind kind, std::size_t start, std::size_t end) const {
    return {kind, start, sql_.substr(start, end - start)};
  }

  SqlToken Next(std::size_t start) const {
    const unsigned char c = At(start);
    if ((c == 'x' || c == 'X') && At(start + 1) == '\'') return Blob(start);
    if (StartsWord(c)) return Word(start);
    if (IsDigit(c) || (c == '.' && IsDigit(At(start + 1)))) return Number(start);
    switch (c) {
      case '\'':
        return Quoted(Kind::kString, start);
      case '"':
      case '`':
        return Quoted(Kind::kQuotedIdentifier, start);
      case '[':
        return Bracketed(start);
      case ';':
        return Token(Kind::kSemicolon, start, start + 1);
      case '?':
        return Numbered(start);
      case ':':
      case '@':
      case '$':
        return Named(start);
      default:
        break;
    }
    for (std::string_view text : kOperators) {
      if (sql_.substr(start, text.size()) == text) return Token(Kind::kOperator, start, start + text.size());
    }
    return Token(Kind::kInvalid, start, start + 1);
  }

  SqlToken Word(std::size_t start) const {
    std::size_t i = start;
    while (ContinuesWord(At(i))) ++i;
    return Token(Kind::kWord, start, i);
  }

  SqlToken Quoted(Kind kind, std::size_t start) const {
    const unsigned char quote = At(start);
    for (std::size_t i = start + 1; i < sql_.size(); ++i) {
      if (At(i) != quote) continue;
      if (At(i + 1) != quote) return Token(kind, start, i + 1);
      ++i;
    }
    return Token(Kind::kInvalid, start, sql_.size());
  }

  // No doubling: the first "]" ends it.
  SqlToken Bracketed(std::size_t start) const {
    const std::size_t end = sql_.find(']', start);
    if (end == std::string_view::npos) return Token(Kind::kInvalid, start, sql_.size());
    return Token(Kind::kQuotedIdentifier, start, end + 1);
  }

  SqlToken Blob(std::size_t start) const {
    std::size_t i = start + 2;
    while (IsHexDigit(At(i))) ++i;
    const bool whole = At(i) == '\'' && (i - start) % 2 == 0;
    while (i < sql_.size() && At(i) != '\'') ++i;
    return Token(whole ? Kind::kBlob : Kind::kInvalid, start, i < sql_.size() ? i + 1 : i);
  }

  // Word characters right behind a number (1_000, 0x1g, 12ab) are read differently from version to
  // version, so the whole run is invalid here.
  SqlToken Number(std::size_t start) const {
    std::size_t i = start;
    if (At(i) == '0' && (At(i + 1) == 'x' || At(i + 1) == 'X') && IsHexDigit(At(i + 2))) {
      i += 2;
      while (IsHexDigit(At(i))) ++i;
    } else {
      while (IsDigit(At(i))) ++i;
      if (At(i) == '.') {
        ++i;
        while (IsDigit(At(i))) ++i;
      }
      if (At(i) == 'e' || At(i) == 'E') {
        const std::size_t digits = i + (At(i + 1) == '+' || At(i + 1) == '-' ? 2 : 1);
        if (IsDigit(At(digits))) {
          i = digits;
          while (IsDigit(At(i))) ++i;
        }
      }
    }
    const std::size_t end = i;
    while (ContinuesWord(At(i))) ++i;
    return Token(i == end ? Kind::kNumber : Kind::kInvalid, start, i);
  }

  SqlToken Numbered(std::size_t start) const {
    std::size_t i = start + 1;
    while (IsDigit(At(i))) ++i;
    return Token(Kind::kParameter, start, i);
  }

  // "::" may stand inside a name and a parenthesised suffix may end it: $zone::x(1) is one name.
  SqlToken Named(std::size_t start) const {
    std::size_t i = start + 1;
    bool named = false;
    for (; i < sql_.size(); ++i) {
      const unsigned char c = At(i);
      if (ContinuesWord(c)) {
        named = true;
      } else if (c == ':' && At(i + 1) == ':') {
        ++i;
      } else if (c == '(' && named) {
        do ++i;
        while (i < sql_.size() && !ContinuesBlank(At(i)) && At(i) != ')');
        if (At(i) == ')') return Token(Kind::kParameter, start, i + 1);
        return Token(Kind::kInvalid, start, i);
      } else {
        break;
      }
    }
    return Token(named ? Kind::kParameter : Kind::kInvalid, start, i);
  }

  std::string_view sql_;
};

}  // namespace

SqlTokens TokenizeSql(std::string_view sql) {
  const std::size_t nul = sql.find('\0');
  SqlTokens result = Reader(sql.substr(0, nul)).Read();
  result.has_nul = nul != std::string_view::npos;
  return result;
}

std::string IdentifierName(const SqlToken& token) {
  const bool quoted = token.kind == Kind::kQuotedIdentifier || token.kind == Kind::kString;
  if (!quoted || token.text.size() < 2) return std::string(token.text);
  const char quote = token.text.front();
  const std::string_view inner = token.text.substr(1, token.text.size() - 2);
  if (quote == '[') return std::string(inner);
  std::string name;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    name.push_back(inner[i]);
    if (inner[i] == quote) ++i;
  }
  return name;
}

bool IsWord(const SqlToken& token, std::string_view upper_case_word) {
  if (token.kind != Kind::kWord || token.text.size() != upper_case_word.size()) return false;
  for (std::size_t i = 0; i < token.text.size(); ++i) {
    if (ToUpper(static_cast<unsigned char>(token.text[i])) != static_cast<unsigned char>(upper_case_word[i]))
      return false;
  }
  return true;
}

}  // namespace querygate
