#include "engine/review/trial/mutations/conditions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/policy/sql_tokens.h"

namespace querygate::trial::mutations {
namespace {

using Kind = SqlToken::Kind;

constexpr auto kConditionStarts = std::to_array<std::string_view>({"WHERE", "HAVING", "ON"});
constexpr auto kClauseEnds = std::to_array<std::string_view>(
    {"WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW", "UNION", "INTERSECT", "EXCEPT", "JOIN", "LEFT", "RIGHT",
     "FULL", "INNER", "OUTER", "CROSS", "ROWS", "RANGE", "GROUPS"});
constexpr std::size_t kLongestQuote = 60;

bool IsOneOf(const SqlToken& token, const auto& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return IsWord(token, word); });
}

// Tokens with how deep each stands in parentheses and CASE expressions; an opening or closing one stands outside.
struct Statement {
  explicit Statement(std::string_view text) : sql(text), tokens(TokenizeSql(text).tokens) {
    int level = 0;
    for (const SqlToken& token : tokens) {
      const bool closes = token.text == ")" || IsWord(token, "END");
      if (closes) --level;
      depth.push_back(level);
      const bool opens = token.text == "(" || IsWord(token, "CASE");
      if (opens) ++level;
    }
  }

  std::size_t End(std::size_t last) const { return tokens[last].offset + tokens[last].text.size(); }

  std::string_view sql;
  std::vector<SqlToken> tokens;
  std::vector<int> depth;
};

// Half-open, in tokens.
struct Range {
  std::size_t begin = 0, end = 0;
  bool empty() const { return begin >= end; }
};

// Where a clause that begins at `begin` ends: its parentheses close, or another clause comes.
std::size_t ClauseEnd(const Statement& statement, std::size_t begin, int depth) {
  std::size_t at = begin;
  for (; at < statement.tokens.size(); ++at) {
    if (statement.depth[at] < depth || statement.tokens[at].kind == Kind::kSemicolon) break;
    if (statement.depth[at] != depth) continue;
    if (IsOneOf(statement.tokens[at], kClauseEnds)) break;
  }
  return at;
}

std::vector<Range> Split(const Statement& statement, Range range, int depth, std::string_view word) {
  std::vector<Range> parts{{range.begin, range.end}};
  bool between = false;  // the next AND belongs to BETWEEN
  for (std::size_t at = range.begin; at < range.end; ++at) {
    if (statement.depth[at] != depth) continue;
    const SqlToken& token = statement.tokens[at];
    if (IsWord(token, "BETWEEN")) between = true;
    if (!IsWord(token, word)) continue;
    if (word == "AND" && std::exchange(between, false)) continue;
    parts.back().end = at;
    parts.push_back({at + 1, range.end});
  }
  return parts;
}

std::vector<Range> Conditions(const Statement& statement) {
  std::vector<Range> conditions;
  for (std::size_t at = 0; at < statement.tokens.size(); ++at) {
    if (!IsOneOf(statement.tokens[at], kConditionStarts)) continue;
    const Range condition{at + 1, ClauseEnd(statement, at + 1, statement.depth[at])};
    if (!condition.empty()) conditions.push_back(condition);
  }
  return conditions;
}

struct Parts {
  std::vector<Range> conjuncts, alternatives;
};

// Both kinds of parts of a condition, its parenthesised parts included.
void Collect(const Statement& statement, Range range, int depth, bool whole, Parts& parts) {
  if (range.empty()) return;
  const auto alternatives = Split(statement, range, depth, "OR");
  if (alternatives.size() > 1) {
    for (const Range& alternative : alternatives) {
      parts.alternatives.push_back(alternative);
      Collect(statement, alternative, depth, false, parts);
    }
    return;
  }
  const auto conjuncts = Split(statement, range, depth, "AND");
  for (const Range& conjunct : conjuncts) {
    if (conjunct.empty()) continue;
    if (whole || conjuncts.size() > 1) parts.conjuncts.push_back(conjunct);
    const bool parenthesised = statement.tokens[conjunct.begin].text == "(" &&
                               statement.tokens[conjunct.end - 1].text == ")" && conjunct.end - conjunct.begin > 2;
    // `(a) = (b)` begins and ends with parentheses, too: one group is nowhere at its own depth inside.
    const bool one_group =
        parenthesised && std::none_of(statement.depth.begin() + static_cast<std::ptrdiff_t>(conjunct.begin) + 1,
                                      statement.depth.begin() + static_cast<std::ptrdiff_t>(conjunct.end) - 1,
                                      [depth](int inside) { return inside <= depth; });
    if (one_group && !IsWord(statement.tokens[conjunct.begin + 1], "SELECT")) {
      Collect(statement, {conjunct.begin + 1, conjunct.end - 1}, depth + 1, false, parts);
    }
  }
}

std::string OnOneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!blank) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (line.size() > kLongestQuote) line = line.substr(0, kLongestQuote) + "…";
  return line;
}

std::vector<SqlEdit> Replaced(const Statement& statement, const std::vector<Range>& ranges, std::string_view tail,
                              std::string_view words) {
  std::vector<SqlEdit> edits;
  for (const Range& range : ranges) {
    if (range.empty()) continue;
    const std::size_t offset = statement.tokens[range.begin].offset;
    const std::size_t length = statement.End(range.end - 1) - offset;
    const std::string_view text = statement.sql.substr(offset, length);
    edits.push_back(
        {offset, length, "(" + std::string(text) + std::string(tail) + ")", OnOneLine(text) + std::string(words)});
  }
  return edits;
}

Parts PartsOf(const Statement& statement) {
  Parts parts;
  for (const Range& condition : Conditions(statement)) {
    Collect(statement, condition, statement.depth[condition.begin - 1], true, parts);
  }
  return parts;
}

SqlEdit ReverseTerm(const Statement& statement, Range term) {
  const std::size_t offset = statement.tokens[term.begin].offset;
  const std::string words = " of ORDER BY is turned round";
  std::size_t last = term.end - 1;
  for (std::size_t at = term.begin; at < term.end; ++at) {
    const SqlToken& token = statement.tokens[at];
    const std::string quote = OnOneLine(statement.sql.substr(offset, statement.End(at) - offset));
    if (IsWord(token, "DESC")) return {token.offset, token.text.size(), "ASC", quote + words};
    if (IsWord(token, "ASC")) return {token.offset, token.text.size(), "DESC", quote + words};
    if (IsWord(token, "NULLS") && at > term.begin) {
      last = at - 1;
      break;
    }
  }
  const std::size_t end = statement.End(last);
  return {end, 0, " DESC", OnOneLine(statement.sql.substr(offset, end - offset)) + words};
}

}  // namespace

std::vector<SqlEdit> ConjunctsDropped(std::string_view sql) {
  const Statement statement(sql);
  return Replaced(statement, PartsOf(statement).conjuncts, " OR 1", " always holds");
}

std::vector<SqlEdit> AlternativesDropped(std::string_view sql) {
  const Statement statement(sql);
  return Replaced(statement, PartsOf(statement).alternatives, " AND 0", " never holds");
}

std::vector<SqlEdit> BoundariesMoved(std::string_view sql) {
  constexpr auto kOpposites = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}});
  std::vector<SqlEdit> edits;
  for (const SqlToken& token : TokenizeSql(sql).tokens) {
    if (token.kind != Kind::kOperator) continue;
    for (const auto& [from, to] : kOpposites) {
      if (token.text != from) continue;
      edits.push_back(
          {token.offset, token.text.size(), std::string(to), std::string(from) + " becomes " + std::string(to)});
    }
  }
  return edits;
}

std::vector<SqlEdit> OrdersReversed(std::string_view sql) {
  const Statement statement(sql);
  std::vector<SqlEdit> edits;
  for (std::size_t at = 0; at + 1 < statement.tokens.size(); ++at) {
    if (!IsWord(statement.tokens[at], "ORDER") || !IsWord(statement.tokens[at + 1], "BY")) continue;
    const int depth = statement.depth[at];
    const std::size_t end = ClauseEnd(statement, at + 2, depth);
    Range term{at + 2, at + 2};
    for (std::size_t next = at + 2; next <= end; ++next) {
      const bool separates = next == end || (statement.depth[next] == depth && statement.tokens[next].text == ",");
      if (!separates) continue;
      term.end = next;
      if (!term.empty()) edits.push_back(ReverseTerm(statement, term));
      term = {next + 1, next + 1};
    }
  }
  return edits;
}

std::string Apply(std::string_view sql, const SqlEdit& edit) {
  return std::string(sql.substr(0, edit.offset)) + edit.text + std::string(sql.substr(edit.offset + edit.length));
}

}  // namespace querygate::trial::mutations
