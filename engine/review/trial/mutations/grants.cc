// What a report may touch, and whose rows it may see.
#include <string>

#include "engine/review/trial/mutations/mutation_functions.h"

namespace querygate::trial::mutations {
namespace {

// The allowlist again without one column (`column` folded) or one function.
Allowlist Without(const Allowlist& allowlist, std::string_view table, std::string_view column,
                  std::string_view function) {
  Allowlist rest;
  for (const auto& [folded_table, listed] : allowlist.tables()) {
    rest.AllowTable(listed.grant.spelling, listed.grant.position);
    for (const auto& [folded, grant] : listed.columns) {
      if (folded_table == table && folded == column) continue;
      rest.AllowColumn(listed.grant.spelling, grant.spelling, grant.position);
    }
  }
  for (const auto& [folded, grant] : allowlist.functions()) {
    if (folded != function) rest.AllowFunction(grant.spelling, grant.position);
  }
  if (allowlist.recursion() != nullptr) rest.AllowRecursion(allowlist.recursion()->position);
  return rest;
}

}  // namespace

void DropGrant(MutantList& mutants) {
  const Allowlist& allowlist = mutants.report().allowlist;
  const auto drop = [&](const std::string& place, const Grant& grant, std::string_view table, std::string_view column,
                        std::string_view function, const std::string& subject) {
    Mutant& mutant = mutants.AddReport(
        "drop_grant", place, grant.position, "it is not granted",
        [&](CompiledReport& report) { report.allowlist = Without(report.allowlist, table, column, function); });
    mutant.judge = Mutant::Judge::kGate;
    mutant.subject = subject;
  };
  for (const auto& [table, listed] : allowlist.tables()) {
    for (const auto& [column, grant] : listed.columns) {
      const std::string name = listed.grant.spelling + "." + grant.spelling;
      drop("allow.tables." + name, grant, table, column, {}, grant.spelling);
    }
  }
  for (const auto& [function, grant] : allowlist.functions()) {
    drop("allow.functions." + grant.spelling, grant, {}, {}, function, grant.spelling);
  }
}

// Whatever else the source's policy would permit.
void AddGrant(MutantList& mutants) {
  const CompiledReport& report = mutants.report();
  const Allowlist& ceiling = report.source->ceiling;
  const SourcePosition position = report.declaration->allow.position;
  for (const auto& [table, exposed] : ceiling.tables()) {
    for (const auto& [column, grant] : exposed.columns) {
      if (report.allowlist.FindColumn(table, column) != nullptr) continue;
      const std::string name = exposed.grant.spelling + "." + grant.spelling;
      const bool new_table = report.allowlist.FindTable(table) == nullptr;
      Mutant& mutant =
          mutants.AddReport("add_grant", "allow.tables." + name, position, "it is granted", [&](CompiledReport& wrong) {
            wrong.allowlist.AllowTable(exposed.grant.spelling, position);
            wrong.allowlist.AllowColumn(exposed.grant.spelling, grant.spelling, position);
          });
      mutant.judge = Mutant::Judge::kLint;
      mutant.subject = new_table ? exposed.grant.spelling : name;
    }
  }
  for (const auto& [function, grant] : ceiling.functions()) {
    if (report.allowlist.FindFunction(function) != nullptr) continue;
    Mutant& mutant =
        mutants.AddReport("add_grant", "allow.functions." + grant.spelling, position, "it is granted",
                          [&](CompiledReport& wrong) { wrong.allowlist.AllowFunction(grant.spelling, position); });
    mutant.judge = Mutant::Judge::kLint;
    mutant.subject = grant.spelling;
  }
}

void DropScope(MutantList& mutants) {
  const CompiledReport& report = mutants.report();
  const SourceDeclaration& source = *report.source->declaration;
  for (std::size_t table = 0; table < report.row_scope.size(); ++table) {
    const RowScope& scope = report.row_scope[table];
    for (std::size_t column = 0; column < scope.columns.size(); ++column) {
      SourcePosition position;
      for (const SourceDeclaration::ScopedTable& declared : source.row_scope) {
        if (!SameName(declared.name.value, scope.table)) continue;
        for (const auto& [name, value] : declared.columns) {
          if (SameName(name.value, scope.columns[column].first)) position = name.position;
        }
      }
      const std::string name = scope.table + "." + scope.columns[column].first;
      Mutant& mutant = mutants.AddReport(
          "drop_scope", "row_scope." + name, position, "rows of any " + scope.columns[column].second + " are seen",
          [table, column](CompiledReport& wrong) {
            auto& columns = wrong.row_scope[table].columns;
            columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(column));
            if (columns.empty()) wrong.row_scope.erase(wrong.row_scope.begin() + static_cast<std::ptrdiff_t>(table));
          });
      mutant.text = source.text;
    }
  }
}

}  // namespace querygate::trial::mutations
