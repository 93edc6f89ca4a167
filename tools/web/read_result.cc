// From the body of a delivered result to what a page shows of it.
#include <algorithm>
#include <limits>
#include <variant>

#include "engine/load/json_reader.h"
#include "engine/render/type_words.h"
#include "tools/web/result_view.h"

namespace querygate::web {

namespace {

using Role = ResultColumn::Role;

const JsonValue* Find(const JsonValue& value, std::string_view key) {
  const auto found = std::find_if(value.members.begin(), value.members.end(),
                                  [key](const JsonValue::Member& member) { return member.key == key; });
  return found == value.members.end() ? nullptr : &found->value;
}

std::string TextOf(const JsonValue& value) {
  if (value.kind == JsonValue::Kind::kBoolean) return value.boolean ? "true" : "false";
  return value.kind == JsonValue::Kind::kNull ? "null" : value.text;
}

Role RoleOf(const ColumnSpec& column) {
  switch (column.type) {
    case ColumnType::kInteger:
    case ColumnType::kReal:
    case ColumnType::kDecimal:
      return column.choices.empty() ? Role::kNumber : Role::kCategory;
    case ColumnType::kDate:
    case ColumnType::kTimestamp:
      return Role::kTime;
    case ColumnType::kText:
    case ColumnType::kBoolean:
      return Role::kCategory;
    case ColumnType::kBlob:
      return Role::kOther;
  }
  return Role::kOther;
}

std::string Describe(const Documentation& documentation, const std::vector<TypedChoice>& choices) {
  std::string text = documentation.title;
  if (!documentation.description.empty()) text += (text.empty() ? "" : ". ") + documentation.description;
  for (const TypedChoice& choice : choices) {
    if (choice.meaning.empty()) continue;
    text += (text.empty() ? "" : "\n") + choice.spelling + ": " + choice.meaning;
  }
  return text;
}

ResultColumn MakeColumn(const ColumnSpec& column) {
  return {column.name, column.documentation.unit, Describe(column.documentation, column.choices), RoleOf(column)};
}

ResultColumn MakeColumn(const GroupSpec& group, const GroupColumnSpec& column) {
  using Kind = GroupColumnDeclaration::Kind;
  ResultColumn shown{column.name, column.documentation.unit, Describe(column.documentation, {}), Role::kNumber};
  if (column.kind == Kind::kCount || column.kind == Kind::kSum) return shown;
  const ColumnSpec& input = group.inputs[column.input];
  shown.role = RoleOf(input);
  if (shown.unit.empty()) shown.unit = input.documentation.unit;
  if (shown.description.empty()) shown.description = Describe(input.documentation, input.choices);
  return shown;
}

std::vector<ResultColumn> ColumnsOf(const CompiledReport& report, const ResultPlan::Part& part) {
  std::vector<ResultColumn> columns;
  if (const auto* query = std::get_if<std::size_t>(&part.content)) {
    for (const ColumnSpec& column : report.queries[*query].columns) columns.push_back(MakeColumn(column));
    return columns;
  }
  const auto& group = std::get<GroupSpec>(part.content);
  for (const GroupColumnSpec& column : group.columns) columns.push_back(MakeColumn(group, column));
  return columns;
}

bool AddRow(const JsonValue& row, ResultTable& table) {
  std::vector<ResultCell> cells;
  for (const ResultColumn& column : table.columns) {
    const JsonValue* value = Find(row, column.name);
    if (value == nullptr) return false;
    cells.push_back({TextOf(*value), value->kind == JsonValue::Kind::kNull});
  }
  table.rows.push_back(std::move(cells));
  return true;
}

bool Contains(const JsonValue* names, std::string_view name) {
  return names != nullptr && std::any_of(names->items.begin(), names->items.end(),
                                         [name](const JsonValue& item) { return item.text == name; });
}

std::vector<std::string> CoverageOf(const JsonValue& coverage) {
  std::vector<std::string> lines;
  const auto text = [&coverage](std::string_view key) {
    const JsonValue* value = Find(coverage, key);
    return value == nullptr ? std::string() : TextOf(*value);
  };
  lines.push_back("It is not proven that this is everything there is. Read at " + text("observed_at") + ".");
  if (const JsonValue* window = Find(coverage, "window"); window != nullptr && window->items.size() == 2) {
    lines.push_back("The window is from " + window->items[0].text + " to " + window->items[1].text + ".");
  }
  if (Find(coverage, "as_of") != nullptr) lines.push_back("As it was at " + text("as_of") + ".");
  if (Find(coverage, "watermark") != nullptr) {
    lines.push_back(
        "Data had arrived up to " + text("watermark") +
        (text("delay_possible") == "true" ? ": later data may still be on its way." : ": no delay is visible."));
  }
  for (const char* key : {"absent", "notes"}) {
    const JsonValue* sentences = Find(coverage, key);
    if (sentences == nullptr) continue;
    for (const JsonValue& sentence : sentences->items) lines.push_back(sentence.text);
  }
  return lines;
}

}  // namespace

std::optional<ResultView> ReadResult(const CompiledReport& report, std::string_view json) {
  // It is as long as the report's budget lets it be, and it is ours.
  constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
  const auto body = ReadJson(json, JsonLimits{kAny, kAny, kMaxArgumentDepth}).value;
  if (!body || body->kind != JsonValue::Kind::kObject) return std::nullopt;
  const JsonValue* complete = Find(*body, "complete");
  if (complete == nullptr) return std::nullopt;
  ResultView result;
  result.complete = complete->boolean;
  const JsonValue* truncated = Find(*body, "truncated");
  for (const ResultPlan::Part& part : report.result.parts) {
    ResultTable table;
    table.name = report.result.record ? part.name : "rows";
    table.columns = ColumnsOf(report, part);
    table.truncated = Contains(truncated, table.name);
    const JsonValue* value = Find(*body, table.name);
    if (value == nullptr) return std::nullopt;
    table.single = value->kind != JsonValue::Kind::kArray;
    if (value->kind == JsonValue::Kind::kObject && !AddRow(*value, table)) return std::nullopt;
    for (const JsonValue& row : value->items) {
      if (!AddRow(row, table)) return std::nullopt;
    }
    result.tables.push_back(std::move(table));
  }
  if (const JsonValue* coverage = Find(*body, "coverage")) result.coverage = CoverageOf(*coverage);
  return result;
}

}  // namespace querygate::web
