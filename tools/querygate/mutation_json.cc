#include "engine/render/diagnostics_json.h"
#include "engine/render/json_text.h"
#include "tools/querygate/mutation_formats.h"

namespace querygate::cli {

namespace {

using Status = trial::MutantResult::Status;

std::string_view StatusName(Status status) {
  switch (status) {
    case Status::kKilled:
      return "killed";
    case Status::kSurvived:
      return "survived";
    case Status::kEquivalent:
      return "equivalent";
    case Status::kInvalid:
      break;
  }
  return "invalid";
}

void WriteCounts(JsonWriter& writer, const MutantCounts& counts) {
  writer.Key("generated").Integer(static_cast<std::int64_t>(counts.generated()));
  writer.Key("killed").Integer(static_cast<std::int64_t>(counts.killed));
  writer.Key("survived").Integer(static_cast<std::int64_t>(counts.survived));
  writer.Key("equivalent").Integer(static_cast<std::int64_t>(counts.equivalent));
  writer.Key("invalid").Integer(static_cast<std::int64_t>(counts.invalid));
}

void WriteMutant(JsonWriter& writer, const trial::MutantResult& mutant) {
  writer.BeginObject();
  writer.Key("id").String(mutant.id);
  writer.Key("status").String(StatusName(mutant.status));
  writer.Key("file").String(mutant.text->name());
  writer.Key("line").Integer(mutant.position.line);
  writer.Key("column").Integer(mutant.position.column);
  writer.Key("change").String(mutant.change);
  if (!mutant.by.empty()) writer.Key("by").String(mutant.by);
  if (mutant.counterexample) {
    writer.Key("counterexample").BeginObject();
    writer.Key("case").String(mutant.counterexample->test);
    writer.Key("expected").Raw(mutant.counterexample->expected);
    writer.Key("wrong").Raw(mutant.counterexample->wrong);
    writer.EndObject();
  }
  writer.EndObject();
}

}  // namespace

std::string MutationJson(const MutationSummary& summary, bool) {
  JsonWriter writer(JsonWriter::Style::kIndented);
  writer.BeginObject();
  WriteCounts(writer, CountMutants(summary));
  writer.Key("reports").BeginArray();
  for (const trial::MutationResult& result : summary.reports) {
    writer.BeginObject();
    writer.Key("report").String(result.report);
    writer.Key("file").String(result.tests->text->name());
    writer.Key("failing").Integer(static_cast<std::int64_t>(result.failing.size()));
    WriteCounts(writer, CountMutants(result));
    writer.Key("mutants").BeginArray();
    for (const trial::MutantResult& mutant : result.mutants) WriteMutant(writer, mutant);
    writer.EndArray();
    writer.EndObject();
  }
  writer.EndArray();
  WriteDiagnostics(writer.Key("findings"), summary.diagnostics);
  writer.EndObject();
  return std::move(writer).text() + '\n';
}

}  // namespace querygate::cli
