#include "engine/review/draft/names.h"

#include "engine/policy/names.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::draft {
namespace {

// A name that is longer is no help.
constexpr std::size_t kLongestName = 24;

bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
char Lower(char c) { return IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::string SnakeCase(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!IsLower(c) && !IsUpper(c) && !IsDigit(c)) {
      if (!name.empty() && name.back() != '_') name += '_';
      continue;
    }
    // A word begins at a capital behind a small letter, and at the last capital of a run.
    const bool before = i > 0 && (IsLower(text[i - 1]) || IsDigit(text[i - 1]));
    const bool last_of_run = i > 0 && IsUpper(text[i - 1]) && i + 1 < text.size() && IsLower(text[i + 1]);
    if (IsUpper(c) && (before || last_of_run) && !name.empty() && name.back() != '_') name += '_';
    name += Lower(c);
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (!name.empty() && IsDigit(name.front())) name = "n" + name;
  if (name.size() > compiling::kMaxNameLength) name.resize(compiling::kMaxNameLength);
  return name;
}

std::string NameFor(std::string_view expression) {
  const SqlTokens tokens = TokenizeSql(expression);
  const auto& all = tokens.tokens;
  if (all.size() == 3 && all[1].text == ".") return SnakeCase(IdentifierName(all[2]));
  if (std::string whole = SnakeCase(expression); !whole.empty() && whole.size() <= kLongestName) return whole;
  if (!all.empty() && (all[0].kind == SqlToken::Kind::kWord || all[0].kind == SqlToken::Kind::kQuotedIdentifier)) {
    return SnakeCase(IdentifierName(all[0]));
  }
  return "value";
}

std::string TitleFor(std::string_view name) {
  std::string title(name.substr(name.rfind('/') == std::string_view::npos ? 0 : name.rfind('/') + 1));
  for (char& c : title) {
    if (c == '_') c = ' ';
  }
  if (!title.empty() && IsLower(title.front())) title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return title;
}

}  // namespace querygate::draft
