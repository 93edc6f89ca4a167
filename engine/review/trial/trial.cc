#include "engine/review/trial/trial.h"

#include <utility>

namespace querygate::trial {
namespace {

// The outcome of one case; without one, `diagnostics` say why.
std::optional<Outcome> RunCase(const Subject& subject, const ReportTestDeclaration& tests, const TestCase& test,
                               Diagnostics& diagnostics) {
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
  for (const TestCase& test : tests->cases) {
    if (!Selects(options, result.report, test)) continue;
    const auto started = options.clock->SteadyNow();
    CaseResult& found = result.cases.emplace_back();
    found.name = test.name;
    found.unreviewed = test.unreviewed.has_value();
    if (const auto outcome = RunCase(subject, *tests, test, result.diagnostics)) {
      found.differences = Compare(test.expect, *outcome);
      if (!found.differences.empty()) found.status = CaseResult::Status::kFailed;
    } else {
      found.status = CaseResult::Status::kInvalid;
    }
    found.elapsed = std::chrono::duration_cast<std::chrono::microseconds>(options.clock->SteadyNow() - started);
    if (options.on_case) options.on_case();
  }
  return result;
}

}  // namespace querygate::trial
