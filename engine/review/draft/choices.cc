#include "engine/review/draft/choices.h"

#include <utility>

#include "engine/review/draft/sample.h"
#include "engine/review/draft/survey_report.h"

namespace querygate::draft {
namespace {

std::string Quoted(const std::string& name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

// A report of its own, which may read this column and nothing else.
std::shared_ptr<const CompiledReport> ReportOf(const std::shared_ptr<const CompiledSource>& source,
                                               const ColumnOrigin& column) {
  Allowlist allowlist;
  allowlist.AllowTable(column.table, {});
  allowlist.AllowColumn(column.table, column.column, {});
  const std::string name = Quoted(column.column);
  const std::string sql = "SELECT DISTINCT " + name + " AS value FROM " + Quoted(column.table) + " WHERE " + name +
                          " IS NOT NULL ORDER BY value";
  auto report = std::make_shared<CompiledReport>(*MakeSurveyReport(source, sql, {}, std::move(allowlist)));
  ColumnSpec value;
  value.name = "value";
  report->queries.front().columns.push_back(std::move(value));
  report->digest += " " + column.table + "." + column.column;
  return report;
}

}  // namespace

Expected<std::vector<Value>, Failure> StoredValues(const Backend& backend,
                                                   const std::shared_ptr<const CompiledSource>& source,
                                                   const std::string& database, const ColumnOrigin& column,
                                                   const Clock& clock) {
  const auto report = ReportOf(source, column);
  const auto attached = backend.Attach(source, database);
  auto snapshot = attached->Begin(report, {}, SampleContext(*report, clock));
  if (!snapshot) return Unexpected(std::move(snapshot).error());
  std::vector<Value> values;
  {
    auto cursor = (*snapshot)->Execute(0, 0, {});
    if (!cursor) return Unexpected(std::move(cursor).error());
    for (;;) {
      auto more = (*cursor)->Next();
      if (!more) return Unexpected(std::move(more).error());
      if (!*more) break;
      if (values.size() == kMostChoices) {
        values.clear();
        break;
      }
      values.push_back(Value::Copy((*cursor)->Column(0)));
    }
  }
  if (auto finished = (*snapshot)->Finish(); !finished) return Unexpected(std::move(finished).error());
  return values;
}

void Offer(const std::vector<Value>& values, Candidate<ParameterDeclaration>& candidate) {
  ParameterDeclaration& parameter = candidate.declaration;
  const bool text = parameter.type == ScalarType::kString;
  if (!text && parameter.type != ScalarType::kInteger) return;
  for (const Value& stored : values) {
    if (text && stored.storage == StorageClass::kText) {
      parameter.choices.push_back({{stored.bytes, true, {}}, {}});
    } else if (!text && stored.storage == StorageClass::kInteger) {
      parameter.choices.push_back({PlainScalar(std::to_string(stored.integer)), {}});
    }
  }
  if (parameter.choices.empty()) return;
  parameter.min_length.reset();
  parameter.max_length.reset();
  candidate.decide = "whether callers may ask for each of these, as stored now";
}

}  // namespace querygate::draft
