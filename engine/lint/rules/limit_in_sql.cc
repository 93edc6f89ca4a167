#include "engine/lint/rules/rules.h"
#include "engine/lint/rules/statement_tokens.h"

namespace querygate::lint {

// Inside parentheses a LIMIT chooses among candidates; at the top it cuts the answer before anybody counts.
void FindLimitInSql(const LintInput& input, LintFindings& findings) {
  ForEachStatement(input.report, [&](const AnchoredText& sql, const std::vector<SqlToken>& tokens) {
    int depth = 0;
    for (const SqlToken& token : tokens) {
      if (IsOperator(token, "(")) ++depth;
      if (IsOperator(token, ")")) --depth;
      if (depth != 0 || !IsWord(token, "LIMIT")) continue;
      findings.AddAt("limit-in-sql", sql, token, "LIMIT in the SQL hides whether the answer is complete",
                     "write `rows: { max: N, over: truncate }`, or `over: reject`, and remove LIMIT");
    }
  });
}

}  // namespace querygate::lint
