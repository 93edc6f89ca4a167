#include <algorithm>

#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"

namespace querygate::compiling {
namespace {

std::optional<std::size_t> TimeParameter(ReportContext& context, const Located<std::string>& name, bool dates) {
  const std::optional<std::size_t> index = context.UseParameter(name.value);
  if (!index) {
    context.Find("invalid-coverage", name.position, Quoted(name.value) + " is not a parameter",
                 NameHelp(name.value, context.ParameterNames(), "parameters"));
    return std::nullopt;
  }
  const ParameterSpec& spec = context.report.parameters[*index];
  const bool fits = spec.type == ScalarType::kTimestamp || (dates && spec.type == ScalarType::kDate);
  if (fits && !spec.list && !spec.optional) return index;
  context.Find("invalid-coverage", name.position, "parameter " + Quoted(name.value) + " is not a point in time",
               dates ? "name a single, required timestamp or date" : "name a single, required timestamp");
  return std::nullopt;
}

void CompileWindow(ReportContext& context, const CoverageDeclaration& declared, CoverageRule& rule) {
  if (!declared.window) return;
  const auto start = TimeParameter(context, declared.window->first, true);
  const auto end = TimeParameter(context, declared.window->second, true);
  if (!start || !end) return;
  if (*start == *end || context.report.parameters[*start].type != context.report.parameters[*end].type) {
    context.Find("invalid-coverage", declared.window->second.position,
                 "a window lies between two different parameters of one type", "name its start and its end");
    return;
  }
  rule.window.emplace(*start, *end);
}

std::optional<std::size_t> CoveredQuery(ReportContext& context, const Located<std::string>& name) {
  const std::optional<std::size_t> index = context.UseQuery(name.value);
  if (!index) {
    context.Find("invalid-coverage", name.position, Quoted(name.value) + " is not a query",
                 NameHelp(name.value, context.QueryNames(), "queries"));
  }
  return index;
}

std::optional<std::size_t> CoveredColumn(ReportContext& context, const CompiledQuery& query,
                                         const Located<std::string>& name) {
  const std::optional<std::size_t> column = FindColumn(query, name.value);
  if (!column) {
    context.Find("invalid-coverage", name.position,
                 "query " + Quoted(query.name) + " has no column " + Quoted(name.value),
                 NameHelp(name.value, ColumnNames(query), "columns"));
  }
  return column;
}

void CompileWatermark(ReportContext& context, const CoverageDeclaration& declared, CoverageRule& rule) {
  if (!declared.watermark) return;
  const auto& [query_name, column_name] = *declared.watermark;
  const auto index = CoveredQuery(context, query_name);
  if (!index) return;
  const CompiledQuery& query = context.report.queries[*index];
  if (query.rows.mode == RowsDeclaration::Mode::kMany) {
    context.Find("invalid-coverage", query_name.position,
                 "query " + Quoted(query.name) + " can give several watermarks",
                 "take the watermark from a query with `exactly: 1` or `at_most: 1`");
  }
  const auto column = CoveredColumn(context, query, column_name);
  if (!column) return;
  if (query.columns[*column].type != ColumnType::kTimestamp) {
    context.Find("invalid-coverage", column_name.position,
                 "column " + Quoted(column_name.value) + " is not a timestamp",
                 "declare it with `type: timestamp` and its `store`");
    return;
  }
  rule.watermark.emplace(*index, *column);
}

std::optional<TypedValue> CoveredValue(ReportContext& context, const ColumnSpec& column, const Scalar& written) {
  const std::string type(NameOf(column.type));
  if (column.type == ColumnType::kReal || column.type == ColumnType::kBlob) {
    context.Find("invalid-coverage", written.position, "a " + type + " column cannot be compared with a written value",
                 "compare another column");
    return std::nullopt;
  }
  auto value = ParseDeclaredScalar(written, column.type, column.scale);
  if (!value) {
    context.Find("invalid-coverage", written.position, Quoted(written.text) + " is not of type " + type, value.error());
    return std::nullopt;
  }
  const auto same = [&value](const TypedChoice& choice) { return choice.value == *value; };
  if (!column.choices.empty() && std::none_of(column.choices.begin(), column.choices.end(), same)) {
    std::vector<std::string> members;
    for (const TypedChoice& choice : column.choices) members.push_back(choice.spelling);
    context.Find("invalid-coverage", written.position,
                 "column " + Quoted(column.name) + " is never " + Quoted(written.text),
                 NameHelp(written.text, members, "values"));
    return std::nullopt;
  }
  return *std::move(value);
}

void CompileAbsent(ReportContext& context, const CoverageDeclaration::Absent& declared, CoverageRule& rule) {
  if (declared.say.empty()) {
    context.Find("invalid-coverage", declared.query.position, "nothing is said about this absence",
                 "write one sentence under `say`: what was not found, and what that does not show");
  }
  const auto index = CoveredQuery(context, declared.query);
  if (!index) return;
  const CompiledQuery& query = context.report.queries[*index];
  CoverageRule::Absent absent{*index, {}, declared.say};
  for (const auto& [name, written] : declared.where) {
    const auto column = CoveredColumn(context, query, name);
    if (!column) continue;
    if (auto value = CoveredValue(context, query.columns[*column], written)) {
      absent.where.emplace_back(*column, *std::move(value));
    }
  }
  rule.absent.push_back(std::move(absent));
}

}  // namespace

void CompileCoverage(ReportContext& context) {
  if (!context.declaration.result.coverage) return;
  const CoverageDeclaration& declared = *context.declaration.result.coverage;
  CoverageRule rule;
  CompileWindow(context, declared, rule);
  if (declared.as_of) rule.as_of = TimeParameter(context, *declared.as_of, false);
  CompileWatermark(context, declared, rule);
  for (const CoverageDeclaration::Absent& absent : declared.absent) CompileAbsent(context, absent, rule);
  rule.notes = declared.notes;
  context.report.result.coverage = std::move(rule);
}

}  // namespace querygate::compiling
