#include <algorithm>
#include <array>

#include "engine/lint/rules/rules.h"
#include "engine/lint/rules/statement_tokens.h"
#include "engine/policy/allowlist.h"

namespace querygate::lint {
namespace {

constexpr auto kAlways =
    std::to_array<std::string_view>({"random", "randomblob", "changes", "total_changes", "last_insert_rowid"});

// Without arguments, or given 'now', these read the clock.
constexpr auto kClockFunctions =
    std::to_array<std::string_view>({"date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff"});

constexpr auto kClockWords = std::to_array<std::string_view>({"CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP"});

template <std::size_t N>
bool IsOneOf(const SqlToken& token, const std::array<std::string_view, N>& names) {
  if (token.kind != SqlToken::Kind::kWord && token.kind != SqlToken::Kind::kQuotedIdentifier) return false;
  const std::string name = IdentifierName(token);
  return std::any_of(names.begin(), names.end(), [&name](std::string_view other) { return SameName(name, other); });
}

// Modifiers that convert by the time zone of the machine.
constexpr auto kZoneModifiers = std::to_array<std::string_view>({"'localtime'", "'utc'"});

// Looks into the parentheses that open at `open`.
bool ReadsZone(const std::vector<SqlToken>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t index = open; index < tokens.size(); ++index) {
    if (IsOperator(tokens[index], "(")) ++depth;
    if (IsOperator(tokens[index], ")") && --depth == 0) break;
    const bool modifier = std::any_of(kZoneModifiers.begin(), kZoneModifiers.end(), [&](std::string_view text) {
      return tokens[index].kind == SqlToken::Kind::kString && SameName(tokens[index].text, text);
    });
    if (modifier) return true;
  }
  return false;
}

bool ReadsClock(const std::vector<SqlToken>& tokens, std::size_t open) {
  if (open + 1 < tokens.size() && IsOperator(tokens[open + 1], ")")) return true;
  int depth = 0;
  std::size_t arguments = 1;
  bool now = false;
  for (std::size_t index = open; index < tokens.size(); ++index) {
    if (IsOperator(tokens[index], "(")) ++depth;
    if (IsOperator(tokens[index], ")") && --depth == 0) break;
    if (depth == 1 && IsOperator(tokens[index], ",")) ++arguments;
    now = now || (tokens[index].kind == SqlToken::Kind::kString && SameName(tokens[index].text, "'now'"));
  }
  // strftime with nothing but its format.
  return now || (arguments == 1 && IsOneOf(tokens[open - 1], std::to_array<std::string_view>({"strftime"})));
}

}  // namespace

void FindNondeterministicFunctions(const LintInput& input, LintFindings& findings) {
  ForEachStatement(input.report, [&](const AnchoredText& sql, const std::vector<SqlToken>& tokens) {
    for (std::size_t index = 0; index < tokens.size(); ++index) {
      const SqlToken& token = tokens[index];
      const bool word = token.kind == SqlToken::Kind::kWord && IsOneOf(token, kClockWords);
      const bool call = index + 1 < tokens.size() && IsOperator(tokens[index + 1], "(");
      const bool clock = word || (call && IsOneOf(token, kClockFunctions) && ReadsClock(tokens, index + 1));
      if (clock) {
        findings.AddAt("nondeterministic-function", sql, token,
                       "`" + std::string(token.text) + "` reads the clock inside the SQL",
                       "declare a date or timestamp parameter with `default: now` or `today`, and use it instead");
      } else if (call && IsOneOf(token, kClockFunctions) && ReadsZone(tokens, index + 1)) {
        findings.AddAt("nondeterministic-function", sql, token,
                       "`" + std::string(token.text) + "` converts by the time zone of the machine",
                       "store and compare times in UTC, and leave the conversion to the reader");
      } else if (call && IsOneOf(token, kAlways)) {
        findings.AddAt("nondeterministic-function", sql, token,
                       "`" + std::string(token.text) + "` differs between two equal calls",
                       "remove it: the same call over the same data should give the same answer");
      }
    }
  });
}

}  // namespace querygate::lint
