#include "engine/backend/sqlite/sql_words.h"

#include <algorithm>
#include <array>

#include "engine/policy/allowlist.h"

namespace querygate::sqlite {
namespace {

using Kind = SqlToken::Kind;

// SQLite's keywords without a fallback to an identifier.
constexpr std::array kReserved{
    "ADD",     "ALL",     "ALTER",      "AND",    "AS",      "AUTOINCREMENT", "BETWEEN", "CASE",       "CHECK",
    "COLLATE", "COMMIT",  "CONSTRAINT", "CREATE", "DEFAULT", "DEFERRABLE",    "DELETE",  "DISTINCT",   "DROP",
    "ELSE",    "ESCAPE",  "EXCEPT",     "EXISTS", "FOREIGN", "FROM",          "GROUP",   "HAVING",     "IN",
    "INDEX",   "INSERT",  "INTERSECT",  "INTO",   "IS",      "ISNULL",        "JOIN",    "LIMIT",      "NOT",
    "NOTHING", "NOTNULL", "NULL",       "ON",     "OR",      "ORDER",         "PRIMARY", "REFERENCES", "RETURNING",
    "SELECT",  "SET",     "TABLE",      "THEN",   "TO",      "TRANSACTION",   "UNION",   "UNIQUE",     "UPDATE",
    "USING",   "VALUES",  "WHEN",       "WHERE",
};

// Keywords of queries that the parser also takes as names where no keyword fits.
constexpr std::array kKeywordOrName{
    "ASC",       "BY",      "CAST",      "CROSS",  "CURRENT", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP",
    "DESC",      "END",     "EXCLUDE",   "FILTER", "FIRST",   "FOLLOWING",    "FULL",         "GLOB",
    "GROUPS",    "INDEXED", "INNER",     "LAST",   "LEFT",    "LIKE",         "MATCH",        "MATERIALIZED",
    "NATURAL",   "NO",      "NULLS",     "OFFSET", "OTHERS",  "OUTER",        "OVER",         "PARTITION",
    "PRECEDING", "RANGE",   "RECURSIVE", "REGEXP", "RIGHT",   "ROW",          "ROWS",         "TIES",
    "UNBOUNDED", "WINDOW",  "WITH",      "WITHIN", "RAISE",
};

constexpr std::array kJoinWords{"INNER", "CROSS", "LEFT", "RIGHT", "FULL", "OUTER", "NATURAL"};

// Words after which an operand is still to come.
constexpr std::array kBeforeOperand{"ALL",      "AND",    "AS",     "BETWEEN", "BY",    "CASE", "COLLATE",
                                    "DISTINCT", "ELSE",   "ESCAPE", "EXISTS",  "FROM",  "GLOB", "HAVING",
                                    "IN",       "IS",     "LIKE",   "LIMIT",   "MATCH", "NOT",  "ON",
                                    "OR",       "REGEXP", "SELECT", "THEN",    "WHEN",  "WHERE"};

template <typename Words>
bool IsAnyOf(const SqlToken& token, const Words& words) {
  return token.kind == Kind::kWord &&
         std::any_of(words.begin(), words.end(), [&](std::string_view word) { return IsWord(token, word); });
}

}  // namespace

bool IsReservedWord(const SqlToken& token) { return IsAnyOf(token, kReserved); }

bool IsKeywordOrName(const SqlToken& token) { return IsAnyOf(token, kKeywordOrName); }

bool IsJoinWord(const SqlToken& token) { return IsAnyOf(token, kJoinWords); }

bool IsIdentifier(const SqlToken& token) {
  return token.kind == Kind::kQuotedIdentifier || (token.kind == Kind::kWord && !IsReservedWord(token));
}

bool IsName(const SqlToken& token) { return IsIdentifier(token) || token.kind == Kind::kString; }

std::string FoldedName(const SqlToken& token) { return FoldName(IdentifierName(token)); }

bool IsOperator(const SqlToken& token, std::string_view text) {
  return token.kind == Kind::kOperator && token.text == text;
}

bool EndsOperand(const SqlToken& token) {
  switch (token.kind) {
    case Kind::kWord:
      return !IsAnyOf(token, kBeforeOperand);
    case Kind::kOperator:
      return token.text == ")";
    case Kind::kQuotedIdentifier:
    case Kind::kString:
    case Kind::kBlob:
    case Kind::kNumber:
    case Kind::kParameter:
      return true;
    case Kind::kSemicolon:
    case Kind::kInvalid:
      return false;
  }
  return false;
}

std::vector<std::size_t> MatchParentheses(std::span<const SqlToken> tokens) {
  std::vector<std::size_t> match(tokens.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    match[i] = i;
    if (IsOperator(tokens[i], "(")) open.push_back(i);
    if (!IsOperator(tokens[i], ")")) continue;
    if (open.empty()) return {};
    match[open.back()] = i;
    open.pop_back();
  }
  if (!open.empty()) return {};
  return match;
}

}  // namespace querygate::sqlite
