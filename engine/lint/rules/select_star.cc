#include "engine/lint/rules/rules.h"
#include "engine/lint/rules/statement_tokens.h"

namespace querygate::lint {
namespace {

// A star that stands for columns follows SELECT, a comma or the point of a table; one that multiplies follows
// an operand, and the one of count(*) a parenthesis.
bool StandsForColumns(const SqlToken& before) {
  return IsWord(before, "SELECT") || IsWord(before, "DISTINCT") || IsWord(before, "ALL") || IsOperator(before, ",") ||
         IsOperator(before, ".");
}

}  // namespace

void FindSelectStar(const LintInput& input, LintFindings& findings) {
  ForEachStatement(input.report, [&](const AnchoredText& sql, const std::vector<SqlToken>& tokens) {
    for (std::size_t index = 1; index < tokens.size(); ++index) {
      if (!IsOperator(tokens[index], "*") || !StandsForColumns(tokens[index - 1])) continue;
      findings.AddAt("select-star", sql, tokens[index], "`*` reads whatever columns the table has next year",
                     "name the columns that the result needs");
    }
  });
}

}  // namespace querygate::lint
