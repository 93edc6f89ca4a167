#include "engine/render/display_text.h"
#include "engine/render/findings_formats.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/test_formats.h"

namespace querygate::cli {

namespace {

std::string CaseText(const std::string& file, const trial::CaseResult& result, bool colour) {
  const std::string word = colour ? "\x1b[1;31mfailed\x1b[0m" : "failed";
  std::string text = Printable(file) + ':' + std::to_string(result.name.position.line) + ": " + word + ": " +
                     Printable(result.name.value) + '\n';
  for (const trial::Difference& difference : result.differences) {
    text += "  " + DifferenceText(difference) + '\n';
    if (!difference.help.empty()) text += "    help: " + Printable(difference.help) + '\n';
  }
  return text;
}

}  // namespace

TestCounts CountCases(const trial::TrialResult& trial) {
  TestCounts counts;
  for (const trial::CaseResult& result : trial.cases) {
    if (result.unreviewed) ++counts.unreviewed;
    switch (result.status) {
      case trial::CaseResult::Status::kPassed:
        ++counts.passed;
        break;
      case trial::CaseResult::Status::kFailed:
        ++counts.failed;
        break;
      case trial::CaseResult::Status::kInvalid:
        ++counts.invalid;
        break;
    }
  }
  return counts;
}

TestCounts CountCases(const TestSummary& summary) {
  TestCounts all;
  for (const trial::TrialResult& trial : summary.trials) {
    const TestCounts counts = CountCases(trial);
    all.passed += counts.passed;
    all.failed += counts.failed;
    all.invalid += counts.invalid;
    all.unreviewed += counts.unreviewed;
  }
  return all;
}

std::string CountText(const TestCounts& counts) {
  std::string text = std::to_string(counts.passed) + " passed";
  if (counts.failed > 0) text += ", " + std::to_string(counts.failed) + " failed";
  if (counts.invalid > 0) text += ", " + std::to_string(counts.invalid) + " not run";
  if (counts.unreviewed > 0) text += ", " + std::to_string(counts.unreviewed) + " unreviewed";
  return text;
}

std::string DifferenceText(const trial::Difference& difference) {
  return Printable(difference.place.empty() ? difference.message : difference.place + ": " + difference.message);
}

std::string TestText(const TestSummary& summary, bool colour) {
  std::string text;
  for (const Diagnostic& diagnostic : summary.diagnostics) text += DiagnosticText(diagnostic, colour);
  for (const trial::TrialResult& trial : summary.trials) {
    const std::string& file = trial.tests->text->name();
    for (const trial::CaseResult& result : trial.cases) {
      if (result.status == trial::CaseResult::Status::kFailed) text += CaseText(file, result, colour);
    }
    text += Printable(file) + ": " + CountText(CountCases(trial)) + '\n' + CoverageText(trial);
  }
  return text;
}

}  // namespace querygate::cli
