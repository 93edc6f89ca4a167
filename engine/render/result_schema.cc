#include "engine/render/result_schema.h"

#include <string_view>
#include <variant>

#include "engine/render/json_schema.h"

namespace querygate {

namespace {

using Mode = RowsDeclaration::Mode;

// How many rows a part can have.
struct RowCount {
  std::int64_t min = 0;
  std::optional<std::int64_t> max;
};

std::optional<std::int64_t> LargestRowCount(const CompiledReport& report, const RowsRule& rows) {
  if (const auto* fixed = std::get_if<std::int64_t>(&rows.max)) return *fixed;
  const std::optional<TypedValue>& bound = report.parameters[std::get<std::size_t>(rows.max)].max;
  const auto* number = bound ? std::get_if<std::int64_t>(&*bound) : nullptr;
  if (number == nullptr) return std::nullopt;
  return *number;
}

RowCount CountRows(const CompiledReport& report, const ResultPlan::Part& part) {
  if (const auto* group = std::get_if<GroupSpec>(&part.content)) {
    return group->by.empty() ? RowCount{1, 1} : RowCount{0, group->max_groups};
  }
  const RowsRule& rows = report.queries[std::get<std::size_t>(part.content)].rows;
  if (rows.mode == Mode::kMany) return {0, LargestRowCount(report, rows)};
  return {rows.mode == Mode::kAtMostOne ? 0 : 1, 1};
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

// In a record a query for one row is an object, or null where there may be none.
void WritePart(JsonWriter& writer, const CompiledReport& report, const ResultPlan::Part& part) {
  const auto* query = std::get_if<std::size_t>(&part.content);
  const Mode mode = query == nullptr ? Mode::kMany : report.queries[*query].rows.mode;
  if (!report.result.record || mode == Mode::kMany) {
    const RowCount count = CountRows(report, part);
    writer.BeginObject().Key("type").String("array");
    if (count.min > 0) writer.Key("minItems").Integer(count.min);
    if (count.max) writer.Key("maxItems").Integer(*count.max);
    WriteRow(writer.Key("items"), report, part);
    writer.EndObject();
  } else if (mode == Mode::kAtMostOne) {
    writer.BeginObject().Key("anyOf").BeginArray();
    WriteRow(writer, report, part);
    writer.BeginObject().Key("type").String("null").EndObject().EndArray().EndObject();
  } else {
    WriteRow(writer, report, part);
  }
}

std::string_view NameOf(const CompiledReport& report, const ResultPlan::Part& part) {
  return report.result.record ? std::string_view(part.name) : "rows";
}

}  // namespace

void WriteResultSchema(JsonWriter& writer, const CompiledReport& report) {
  writer.BeginObject().Key("$schema").String("https://json-schema.org/draft/2020-12/schema");
  writer.Key("type").String("object").Key("properties").BeginObject();
  writer.Key("status").BeginObject().Key("const").String("ok").EndObject();
  writer.Key("complete").BeginObject().Key("type").String("boolean").EndObject();
  WriteStringList(writer.Key("truncated"));
  for (const ResultPlan::Part& part : report.result.parts) WritePart(writer.Key(NameOf(report, part)), report, part);
  if (report.result.coverage) WriteCoverageSchema(writer.Key("coverage"), *report.result.coverage);
  writer.EndObject();
  writer.Key("required").BeginArray().String("status").String("complete");
  for (const ResultPlan::Part& part : report.result.parts) writer.String(NameOf(report, part));
  if (report.result.coverage) writer.String("coverage");
  writer.EndArray().Key("additionalProperties").Boolean(false).EndObject();
}

}  // namespace querygate
