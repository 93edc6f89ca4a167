#include "tools/querygate/result_shape.h"

#include <variant>

#include "engine/render/json_schema.h"
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

void WriteStringType(JsonWriter& writer) { writer.BeginObject().Key("type").String("string").EndObject(); }

void WriteStringList(JsonWriter& writer) {
  writer.BeginObject().Key("type").String("array").Key("items");
  WriteStringType(writer);
  writer.EndObject();
}

void WriteCoverageSchema(JsonWriter& writer, const CoverageRule& rule) {
  writer.BeginObject().Key("type").String("object").Key("properties").BeginObject();
  if (rule.window) WriteStringList(writer.Key("window"));
  if (rule.as_of) WriteStringType(writer.Key("as_of"));
  if (rule.watermark) {
    WriteStringType(writer.Key("watermark"));
    writer.Key("delay_possible").BeginObject().Key("type").String("boolean").EndObject();
  }
  writer.Key("completeness").BeginObject().Key("const").String("unproven").EndObject();
  writer.Key("observed_at").BeginObject().Key("type").String("string").Key("format").String("date-time").EndObject();
  for (const std::string_view list : {"truncated", "absent", "notes"}) WriteStringList(writer.Key(list));
  writer.EndObject();
  writer.Key("required").BeginArray();
  for (const std::string_view name : {"completeness", "observed_at", "truncated", "absent", "notes"})
    writer.String(name);
  writer.EndArray().Key("additionalProperties").Boolean(false).EndObject();
}

void WriteRow(JsonWriter& writer, const CompiledReport& report, const ResultPlan::Part& part) {
  if (const auto* query = std::get_if<std::size_t>(&part.content)) {
    WriteRowSchema(writer, report.queries[*query].columns);
  } else {
    WriteRowSchema(writer, std::get<GroupSpec>(part.content));
  }
}

void WritePart(JsonWriter& writer, const CompiledReport& report, const ResultPlan::Part& part, const ShownPart& shown) {
  if (!shown.is_object) {
    writer.BeginObject().Key("type").String("array").Key("items");
    WriteRow(writer, report, part);
    writer.EndObject();
  } else if (shown.is_nullable) {
    writer.BeginObject().Key("anyOf").BeginArray();
    WriteRow(writer, report, part);
    writer.BeginObject().Key("type").String("null").EndObject().EndArray().EndObject();
  } else {
    WriteRow(writer, report, part);
  }
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

void WriteResultSchema(JsonWriter& writer, const CompiledReport& report) {
  const std::vector<ShownPart> shown = ShowParts(report);
  writer.BeginObject().Key("$schema").String("https://json-schema.org/draft/2020-12/schema");
  writer.Key("type").String("object").Key("properties").BeginObject();
  writer.Key("status").BeginObject().Key("const").String("ok").EndObject();
  writer.Key("complete").BeginObject().Key("type").String("boolean").EndObject();
  WriteStringList(writer.Key("truncated"));
  for (std::size_t index = 0; index < shown.size(); ++index) {
    WritePart(writer.Key(shown[index].name), report, report.result.parts[index], shown[index]);
  }
  if (report.result.coverage) WriteCoverageSchema(writer.Key("coverage"), *report.result.coverage);
  writer.EndObject();
  writer.Key("required").BeginArray().String("status").String("complete");
  for (const ShownPart& part : shown) writer.String(part.name);
  if (report.result.coverage) writer.String("coverage");
  writer.EndArray().Key("additionalProperties").Boolean(false).EndObject();
}

}  // namespace querygate::cli
