#include <set>
#include <utility>
#include <variant>

#include "engine/lint/rules/result_aggregates.h"
#include "engine/lint/rules/rules.h"
#include "engine/policy/names.h"

namespace querygate::lint {
namespace {

using compiling::Quoted;

void Tell(LintFindings& findings, const Located<std::string>& name) {
  findings.Add("unstated-encoding", name.position,
               Quoted(name.value) + " may exceed 2^53 and is therefore delivered as a decimal string",
               "add `encode: decimal_string` to say so, or state a narrower range");
}

void TellGroup(const GroupSpec& spec, const GroupDeclaration& declared, const QueryDeclaration& query,
               LintFindings& findings) {
  for (std::size_t column = 0; column < spec.columns.size(); ++column) {
    const GroupColumnDeclaration& written = declared.columns[column];
    if (!spec.columns[column].as_decimal_string || written.decimal_string) continue;
    // A key, or the least or greatest of a column, is encoded as that column says.
    const bool own = written.kind == GroupColumnDeclaration::Kind::kSum;
    if (!own && query.columns[spec.columns[column].input].decimal_string) continue;
    Tell(findings, written.name);
  }
}

// The group that a part of the result was compiled from.
const GroupDeclaration* DeclarationOf(const ResultDeclaration& declared, const std::string& part) {
  if (declared.group) return &*declared.group;
  if (!declared.record) return nullptr;
  for (const ResultDeclaration::Part& written : *declared.record) {
    if (written.name.value == part) return std::get_if<GroupDeclaration>(&written.content);
  }
  return nullptr;
}

}  // namespace

// Only what is delivered is encoded. A sum without a range is told as such.
void FindUnstatedEncodings(const LintInput& input, LintFindings& findings) {
  std::set<std::pair<std::size_t, std::size_t>> told;
  ForEachResultAggregate(
      input, [&](std::size_t query, std::size_t column, const CompiledStatement&, const AggregateCall& call) {
        if (IsUnboundedSum(input, query, column, call)) told.emplace(query, column);
      });
  const ReportDeclaration& declaration = *input.report.declaration;
  for (const ResultPlan::Part& part : input.report.result.parts) {
    if (const auto* group = std::get_if<GroupSpec>(&part.content)) {
      const GroupDeclaration* written = DeclarationOf(declaration.result, part.name);
      if (written != nullptr) TellGroup(*group, *written, declaration.queries[group->query], findings);
      continue;
    }
    const std::size_t query = std::get<std::size_t>(part.content);
    for (std::size_t column = 0; column < input.report.queries[query].columns.size(); ++column) {
      const ColumnDeclaration& written = declaration.queries[query].columns[column];
      const bool encoded = input.report.queries[query].columns[column].as_decimal_string;
      if (!encoded || written.decimal_string || told.contains({query, column})) continue;
      Tell(findings, written.name);
    }
  }
}

}  // namespace querygate::lint
