// Walking the tokens of every statement as its author wrote it.
#pragma once

#include <string_view>
#include <vector>

#include "engine/policy/compiled_report.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::lint {

template <typename Visitor>  // (const AnchoredText& sql, const std::vector<SqlToken>& tokens)
void ForEachStatement(const CompiledReport& report, const Visitor& visit) {
  for (const CompiledQuery& query : report.queries) {
    for (const CompiledStatement& statement : query.statements) {
      const SqlTokens sql = TokenizeSql(statement.origin.text.value);
      visit(statement.origin.text, sql.tokens);
    }
  }
}

inline bool IsOperator(const SqlToken& token, std::string_view text) {
  return token.kind == SqlToken::Kind::kOperator && token.text == text;
}

}  // namespace querygate::lint
