// Runs the tests of one report.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/deadline.h"
#include "engine/base/diagnostic.h"
#include "engine/declaration/report_test.h"
#include "engine/review/trial/compare.h"
#include "engine/review/trial/prepared_case.h"
#include "engine/review/trial/test_coverage.h"

namespace querygate::trial {

struct CaseResult {
  enum class Status {
    kPassed,
    kFailed,   // `differences` say how
    kInvalid,  // it could not be run; the trial's diagnostics say why
  };
  Located<std::string> name;
  Status status = Status::kPassed;
  bool unreviewed = false;
  std::vector<Difference> differences;
  std::chrono::microseconds elapsed{0};
};

struct TrialResult {
  std::string report;
  std::shared_ptr<const ReportTestDeclaration> tests;
  std::vector<CaseResult> cases;       // those that the filter let through, as written
  Diagnostics diagnostics;             // faults of the tests themselves
  std::vector<CoverageItem> coverage;  // when it was asked for
  std::shared_ptr<const SourceText> report_text;
};

struct TrialOptions {
  std::string filter;             // part of a case's name or of the report's id; empty: every case
  const Clock* clock = nullptr;   // measures `elapsed`; never null, outlives the trial
  std::function<void()> on_case;  // after each case; may be empty
  bool coverage = false;          // runs each case once more to see what it reaches
};

// Whether a case is let through.
bool Selects(const TrialOptions& options, const std::string& report, const TestCase& test);

// Never throws; one case's failure does not keep the others from running.
TrialResult RunTrial(const Subject& subject, const std::shared_ptr<const ReportTestDeclaration>& tests,
                     const TrialOptions& options);

}  // namespace querygate::trial
