#include "tests/unit/lint/lint_fixture.h"

#include <catch2/catch.hpp>

namespace querygate::testing {

Inspection CleanInspection(const CompiledReport& report) {
  Inspection inspection;
  for (const CompiledQuery& query : report.queries) {
    inspection.queries.emplace_back(query.statements.size());
  }
  std::vector<AccessUse>& uses = inspection.queries.at(0).at(0).uses;
  for (const auto& [name, table] : report.allowlist.tables()) {
    uses.push_back({AccessUse::Kind::kTable, table.grant.spelling, {}});
    for (const auto& [folded, column] : table.columns) {
      uses.push_back({AccessUse::Kind::kColumn, table.grant.spelling, column.spelling});
    }
  }
  for (const auto& [name, function] : report.allowlist.functions()) {
    uses.push_back({AccessUse::Kind::kFunction, function.spelling, {}});
  }
  if (report.allowlist.recursion() != nullptr) uses.push_back({AccessUse::Kind::kRecursion, {}, {}});
  return inspection;
}

Diagnostics Only(const Diagnostics& diagnostics, const std::string& rule) {
  Diagnostics found;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.rule == rule) found.push_back(diagnostic);
  }
  return found;
}

std::shared_ptr<const CompiledReport> MustCompile(const std::vector<Edit>& edits, const Policies& policies) {
  const auto compiled = CompileText(Apply(kReport, edits), policies);
  INFO(Describe(compiled.diagnostics));
  REQUIRE(compiled.value != nullptr);
  return compiled.value;
}

}  // namespace querygate::testing
