#include "engine/render/diagnostics_json.h"
#include "engine/render/json_text.h"
#include "tools/querygate/test_formats.h"

namespace querygate::cli {

namespace {

std::string_view StatusName(trial::CaseResult::Status status) {
  switch (status) {
    case trial::CaseResult::Status::kPassed:
      return "passed";
    case trial::CaseResult::Status::kFailed:
      return "failed";
    case trial::CaseResult::Status::kInvalid:
      break;
  }
  return "invalid";
}

void WriteCase(JsonWriter& writer, const trial::CaseResult& result) {
  writer.BeginObject();
  writer.Key("name").String(result.name.value);
  writer.Key("line").Integer(result.name.position.line);
  writer.Key("status").String(StatusName(result.status));
  if (result.unreviewed) writer.Key("unreviewed").Boolean(true);
  if (!result.differences.empty()) {
    writer.Key("differences").BeginArray();
    for (const trial::Difference& difference : result.differences) {
      writer.BeginObject();
      if (!difference.place.empty()) writer.Key("place").String(difference.place);
      writer.Key("message").String(difference.message);
      if (!difference.help.empty()) writer.Key("help").String(difference.help);
      if (difference.position.line > 0) writer.Key("line").Integer(difference.position.line);
      writer.EndObject();
    }
    writer.EndArray();
  }
  writer.EndObject();
}

void WriteCoverage(JsonWriter& writer, const trial::TrialResult& trial) {
  writer.BeginArray();
  for (const trial::CoverageItem& item : trial.coverage) {
    writer.BeginObject();
    writer.Key("kind").String(item.kind);
    writer.Key("what").String(item.what);
    if (item.position.line > 0) writer.Key("line").Integer(item.position.line);
    writer.Key("reached").Boolean(item.reached);
    writer.EndObject();
  }
  writer.EndArray();
}

}  // namespace

std::string TestJson(const TestSummary& summary, bool) {
  const TestCounts counts = CountCases(summary);
  JsonWriter writer(JsonWriter::Style::kIndented);
  writer.BeginObject();
  writer.Key("cases").Integer(static_cast<std::int64_t>(counts.cases()));
  writer.Key("passed").Integer(static_cast<std::int64_t>(counts.passed));
  writer.Key("failed").Integer(static_cast<std::int64_t>(counts.failed));
  writer.Key("invalid").Integer(static_cast<std::int64_t>(counts.invalid));
  writer.Key("tests").BeginArray();
  for (const trial::TrialResult& trial : summary.trials) {
    writer.BeginObject();
    writer.Key("report").String(trial.report);
    writer.Key("file").String(trial.tests->text->name());
    writer.Key("cases").BeginArray();
    for (const trial::CaseResult& result : trial.cases) WriteCase(writer, result);
    writer.EndArray();
    if (!trial.coverage.empty()) WriteCoverage(writer.Key("coverage"), trial);
    writer.EndObject();
  }
  writer.EndArray();
  WriteDiagnostics(writer.Key("findings"), summary.diagnostics);
  writer.EndObject();
  return std::move(writer).text() + '\n';
}

}  // namespace querygate::cli
