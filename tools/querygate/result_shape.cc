#include "tools/querygate/result_shape.h"

#include <variant>

#include "engine/render/type_words.h"

namespace querygate::cli {

namespace {

std::string RowsText(const CompiledReport& report, const RowsRule& rows) {
  const auto* fixed = std::get_if<std::int64_t>(&rows.max);
  const std::string max =
      fixed != nullptr ? std::to_string(*fixed) : report.parameters[std::get<std::size_t>(rows.max)].name;
  return "rows, at most " + max + (rows.truncate ? ", more are cut and told" : ", more reject the report");
}

ShownPart ShowQuery(const CompiledReport& report, const CompiledQuery& query) {
  ShownPart part;
  part.is_object = report.result.record && query.rows.mode != RowsDeclaration::Mode::kMany;
  part.is_nullable = part.is_object && query.rows.mode == RowsDeclaration::Mode::kAtMostOne;
  part.shape = query.rows.mode == RowsDeclaration::Mode::kMany ? RowsText(report, query.rows) : "one row";
  if (query.rows.mode == RowsDeclaration::Mode::kAtMostOne) part.shape = "one row or none";
  if (part.is_object) part.shape = part.is_nullable ? "one object or null" : "one object";
  for (const ColumnSpec& column : query.columns) {
    part.columns.push_back(
        {column.name, DeliveredType(column), DocumentationText(column.documentation), column.choices});
  }
  return part;
}

ShownPart ShowGroup(const GroupSpec& group) {
  ShownPart part;
  part.shape = group.by.empty() ? "one row, a total" : "rows, at most " + std::to_string(group.max_groups);
  for (const GroupColumnSpec& column : group.columns) {
    std::string documentation = DocumentationText(column.documentation);
    std::vector<TypedChoice> choices;
    if (column.kind == GroupColumnDeclaration::Kind::kFrom) {
      const ColumnSpec& input = group.inputs[column.input];
      if (documentation.empty()) documentation = DocumentationText(input.documentation);
      choices = input.choices;
    }
    part.columns.push_back({column.name, DeliveredType(group, column), std::move(documentation), std::move(choices)});
  }
  return part;
}

}  // namespace

std::vector<ShownPart> ShowParts(const CompiledReport& report) {
  std::vector<ShownPart> parts;
  for (const ResultPlan::Part& part : report.result.parts) {
    const auto* query = std::get_if<std::size_t>(&part.content);
    parts.push_back(query != nullptr ? ShowQuery(report, report.queries[*query])
                                     : ShowGroup(std::get<GroupSpec>(part.content)));
    parts.back().name = report.result.record ? part.name : "rows";
  }
  return parts;
}

}  // namespace querygate::cli
