#include <algorithm>

#include "engine/lint/rules/rules.h"
#include "engine/policy/names.h"

namespace querygate::lint {

using compiling::Quoted;

namespace {

bool IsRefused(const Inspection& inspection, std::string_view table) {
  for (const auto& query : inspection.queries) {
    for (const StatementFacts& facts : query) {
      const bool refused =
          std::any_of(facts.violations.begin(), facts.violations.end(),
                      [table](const Violation& violation) { return SameName(violation.subject, table); });
      if (refused) return true;
    }
  }
  return false;
}

}  // namespace

// A view over a scoped table is refused as such and has no scope of its own to ask for.
void FindUnscopedTables(const LintInput& input, LintFindings& findings) {
  const CompiledSource& source = *input.report.source;
  if (source.row_scope.empty()) return;
  for (const auto& [folded, table] : input.report.allowlist.tables()) {
    const auto scopes = [&name = folded](const RowScope& scope) { return SameName(scope.table, name); };
    if (std::any_of(source.row_scope.begin(), source.row_scope.end(), scopes)) continue;
    if (IsRefused(input.inspection, folded)) continue;
    findings.Add(
        "unscoped-table", table.grant.position,
        "every caller sees all rows of " + Quoted(table.grant.spelling) + ", though the source scopes other tables",
        "add it to `row_scope` in the policy of " + Quoted(source.name) + ", unless its rows are for everybody");
  }
}

}  // namespace querygate::lint
