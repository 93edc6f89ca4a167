#include <set>

#include "engine/lint/rules/rules.h"
#include "engine/policy/names.h"

namespace querygate::lint {
namespace {

using compiling::Quoted;

struct Used {
  std::set<std::string> tables, columns, functions;  // folded; columns as "table.column"
  bool recursion = false;
};

Used Collect(const Inspection& inspection) {
  Used used;
  for (const auto& query : inspection.queries) {
    for (const StatementFacts& statement : query) {
      for (const AccessUse& use : statement.uses) {
        switch (use.kind) {
          case AccessUse::Kind::kColumn:
            used.columns.insert(FoldName(use.object) + "." + FoldName(use.column));
            [[fallthrough]];
          case AccessUse::Kind::kTable:
            used.tables.insert(FoldName(use.object));
            break;
          case AccessUse::Kind::kFunction:
            used.functions.insert(FoldName(use.object));
            break;
          case AccessUse::Kind::kRecursion:
            used.recursion = true;
            break;
        }
      }
    }
  }
  return used;
}

// The table's entry as it should be, columns in the author's order.
std::string WithoutUnused(const CompiledReport& report, const std::string& folded_table, const Used& used) {
  std::string entry;
  for (const AllowDeclaration::Table& table : report.declaration->allow.tables) {
    if (FoldName(table.name.value) != folded_table) continue;
    entry = table.name.value + ": [";
    for (const Located<std::string>& column : table.columns) {
      if (used.columns.count(folded_table + "." + FoldName(column.value)) == 0) continue;
      entry += (entry.back() == '[' ? "" : ", ") + column.value;
    }
    entry += ']';
  }
  return entry;
}

}  // namespace

// A statement that was refused shows only part of what it uses, so nothing can be called unused then.
void FindUnusedGrants(const LintInput& input, LintFindings& findings) {
  if (!input.inspection.clean()) return;
  const Used used = Collect(input.inspection);
  const Allowlist& allowlist = input.report.allowlist;
  for (const auto& [folded_table, table] : allowlist.tables()) {
    if (used.tables.count(folded_table) == 0) {
      findings.Add("unused-grant", table.grant.position, "no query reads " + Quoted(table.grant.spelling),
                   "remove it from allow.tables");
      continue;
    }
    for (const auto& [folded_column, column] : table.columns) {
      if (used.columns.count(folded_table + "." + folded_column) != 0) continue;
      findings.Add("unused-grant", column.position,
                   "no query reads " + Quoted(table.grant.spelling + "." + column.spelling),
                   "write `" + WithoutUnused(input.report, folded_table, used) + "` under allow.tables");
    }
  }
  for (const auto& [folded, function] : allowlist.functions()) {
    if (used.functions.count(folded) != 0) continue;
    findings.Add("unused-grant", function.position, "no query calls " + Quoted(function.spelling),
                 "remove it from allow.functions");
  }
  if (allowlist.recursion() != nullptr && !used.recursion) {
    findings.Add("unused-grant", allowlist.recursion()->position, "no query is recursive",
                 "remove `recursive: true` from allow");
  }
}

}  // namespace querygate::lint
