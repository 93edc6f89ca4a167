#include <algorithm>

#include "engine/lint/rules/rules.h"
#include "engine/policy/names.h"

namespace querygate::lint {

using compiling::Quoted;

void FindUnscopedTables(const LintInput& input, LintFindings& findings) {
  const CompiledSource& source = *input.report.source;
  if (source.row_scope.empty()) return;
  for (const auto& [folded, table] : input.report.allowlist.tables()) {
    const auto scopes = [&name = folded](const RowScope& scope) { return SameName(scope.table, name); };
    if (std::any_of(source.row_scope.begin(), source.row_scope.end(), scopes)) continue;
    findings.Add(
        "unscoped-table", table.grant.position,
        "every caller sees all rows of " + Quoted(table.grant.spelling) + ", though the source scopes other tables",
        "add it to `row_scope` in the policy of " + Quoted(source.name) + ", unless its rows are for everybody");
  }
}

}  // namespace querygate::lint
