#include <algorithm>
#include <array>
#include <set>

#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"

namespace querygate::compiling {
namespace {

// Members of a delivered body that are not parts of a record.
constexpr auto kReservedParts =
    std::to_array<std::string_view>({"status", "complete", "truncated", "coverage", "reason"});

std::optional<std::size_t> CompileQueryPart(ReportContext& context, const Located<std::string>& name) {
  const std::optional<std::size_t> index = context.UseQuery(name.value);
  if (!index) {
    context.Find("invalid-result", name.position, Quoted(name.value) + " is not a query",
                 NameHelp(name.value, context.QueryNames(), "queries"));
    return std::nullopt;
  }
  CompiledQuery& query = context.report.queries[*index];
  if (query.rows.mode == RowsDeclaration::Mode::kMany) query.needs_order = true;
  return index;
}

void CheckPartName(ReportContext& context, const Located<std::string>& name, std::set<std::string>& seen) {
  if (!IsSnakeCase(name.value)) {
    context.Find("invalid-value", name.position, Quoted(name.value) + " is not a name for a part",
                 "parts match [a-z][a-z0-9_]*, at most 64 characters");
  }
  if (std::find(kReservedParts.begin(), kReservedParts.end(), name.value) != kReservedParts.end()) {
    context.Find("reserved-name", name.position, Quoted(name.value) + " already means something in every result",
                 "rename the part");
  }
  if (!seen.insert(name.value).second) {
    context.Find("duplicate-name", name.position, "part " + Quoted(name.value) + " is declared twice",
                 "rename one of the two");
  }
}

void AddPart(ReportContext& context, std::string name, const Located<std::string>& query) {
  if (const auto index = CompileQueryPart(context, query)) {
    context.report.result.parts.push_back({std::move(name), *index});
  }
}

void AddPart(ReportContext& context, std::string name, const GroupDeclaration& group) {
  context.report.result.parts.push_back({std::move(name), CompileGroup(context, group)});
}

}  // namespace

void CompileResult(ReportContext& context) {
  const ResultDeclaration& declared = context.declaration.result;
  const int shapes =
      int{declared.rows.has_value()} + int{declared.group.has_value()} + int{declared.record.has_value()};
  if (shapes != 1) {
    context.Find("invalid-result", declared.position, "a result is exactly one of `rows`, `group` and `record`",
                 "write `rows: QUERY`, `group: {…}`, or `record:` with named parts");
    return;
  }
  if (declared.rows) AddPart(context, {}, *declared.rows);
  if (declared.group) AddPart(context, {}, *declared.group);
  if (!declared.record) return;
  context.report.result.record = true;
  if (declared.record->empty()) {
    context.Find("invalid-result", declared.position, "the record has no parts", "write `NAME: QUERY` for each part");
  }
  std::set<std::string> seen;
  for (const ResultDeclaration::Part& part : *declared.record) {
    CheckPartName(context, part.name, seen);
    std::visit([&](const auto& content) { AddPart(context, part.name.value, content); }, part.content);
  }
}

}  // namespace querygate::compiling
