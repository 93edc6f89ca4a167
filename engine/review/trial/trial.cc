#include "engine/review/trial/trial.h"

#include <utility>

namespace querygate::trial {
namespace {

// The outcome of one case; without one, `diagnostics` say why.
std::optional<Outcome> RunCase(const Subject& subject, const ReportTestDeclaration& tests, const TestCase& test,
                               TestCoverage* coverage, Diagnostics& diagnostics) {
  auto input = ReadInput(subject, tests, test);
  if (!input) {
    diagnostics.push_back(std::move(input).error());
    return std::nullopt;
  }
  const auto prepared = PreparedCase::Make(subject, *std::move(input));
  if (!prepared) {
    diagnostics.push_back(ExplainFault(tests, test, prepared.error()));
    return std::nullopt;
  }
  if (coverage != nullptr) coverage->Note(*prepared, subject.report);
  return prepared->Run(subject.report, nullptr);
}

}  // namespace

bool Selects(const TrialOptions& options, const std::string& report, const TestCase& test) {
  return report.find(options.filter) != std::string::npos || test.name.value.find(options.filter) != std::string::npos;
}

TrialResult RunTrial(const Subject& subject, const std::shared_ptr<const ReportTestDeclaration>& tests,
                     const TrialOptions& options) {
  TrialResult result;
  result.report = subject.report->id;
  result.tests = tests;
  result.report_text = subject.report->declaration->text;
  std::optional<Inspection> inspection;
  std::optional<TestCoverage> coverage;
  if (options.coverage) {
    // Without facts about the statements no grant counts as reached; the cases themselves then tell why.
    auto facts = subject.backend.InspectSchema(*subject.report);
    inspection = facts ? *std::move(facts) : Inspection{};
    inspection->queries.resize(subject.report->queries.size());
    coverage.emplace(*subject.report, *inspection);
  }
  for (const TestCase& test : tests->cases) {
    if (!Selects(options, result.report, test)) continue;
    const auto started = options.clock->SteadyNow();
    CaseResult& found = result.cases.emplace_back();
    found.name = test.name;
    found.unreviewed = test.unreviewed.has_value();
    if (const auto outcome = RunCase(subject, *tests, test, coverage ? &*coverage : nullptr, result.diagnostics)) {
      found.differences = Compare(test.expect, *outcome);
      if (!found.differences.empty()) found.status = CaseResult::Status::kFailed;
    } else {
      found.status = CaseResult::Status::kInvalid;
    }
    found.elapsed = std::chrono::duration_cast<std::chrono::microseconds>(options.clock->SteadyNow() - started);
    if (options.on_case) options.on_case();
  }
  if (coverage) result.coverage = std::move(*coverage).Take();
  return result;
}

}  // namespace querygate::trial
