#include "engine/review/diff/schema_views.h"

#include <algorithm>

#include "engine/policy/allowlist.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::review {
namespace {

std::string Spelling(const SqlToken& token) {
  return token.kind == SqlToken::Kind::kWord ? FoldName(token.text) : std::string(token.text);
}

}  // namespace

bool SameTokens(std::string_view a, std::string_view b) {
  const SqlTokens left = TokenizeSql(a);
  const SqlTokens right = TokenizeSql(b);
  return std::equal(
      left.tokens.begin(), left.tokens.end(), right.tokens.begin(), right.tokens.end(),
      [](const SqlToken& x, const SqlToken& y) { return x.kind == y.kind && Spelling(x) == Spelling(y); });
}

std::map<std::string, std::string> ViewsOf(std::string_view schema_sql) {
  std::map<std::string, std::string> views;
  const SqlTokens sql = TokenizeSql(schema_sql);
  for (std::size_t at = 0; at < sql.tokens.size(); ++at) {
    if (!IsWord(sql.tokens[at], "CREATE")) continue;
    std::size_t name = at + 1;
    const auto skip = [&](std::string_view word) {
      if (name < sql.tokens.size() && IsWord(sql.tokens[name], word)) ++name;
    };
    skip("TEMP");
    skip("TEMPORARY");
    if (name >= sql.tokens.size() || !IsWord(sql.tokens[name], "VIEW")) continue;
    ++name;
    skip("IF");
    skip("NOT");
    skip("EXISTS");
    if (name >= sql.tokens.size()) break;
    std::string definition;
    for (at = name + 1; at < sql.tokens.size() && sql.tokens[at].kind != SqlToken::Kind::kSemicolon; ++at) {
      definition += Spelling(sql.tokens[at]) + ' ';
    }
    views[FoldName(IdentifierName(sql.tokens[name]))] = std::move(definition);
  }
  return views;
}

}  // namespace querygate::review
