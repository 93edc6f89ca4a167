// A case made ready to be run: its caller and a database of its own.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/backend/backend.h"
#include "engine/base/diagnostic.h"
#include "engine/base/expected.h"
#include "engine/declaration/report_test.h"
#include "engine/policy/access_rules.h"
#include "engine/policy/compiled_report.h"
#include "engine/review/trial/distortion.h"
#include "engine/run/outcome.h"

namespace querygate::trial {

// What tests are run against. Everything outlives the trial.
struct Subject {
  std::shared_ptr<const CompiledReport> report;
  const AccessRules& rules;
  const Backend& backend;
  // From what a case says about its caller (null: nothing) to a caller; the error is one line for the author.
  std::function<Expected<Caller, std::string>(const TestCaller*)> caller;
};

// What a call is made with; a probe may change it.
struct CaseInput {
  Caller caller;
  Arguments arguments;
  Instant now;
  BudgetNarrowing limits;
  ScratchData data;
};

// The case's own input, with the fixture's rows. The diagnostic says what is wrong with the test.
Expected<CaseInput, Diagnostic> ReadInput(const Subject& subject, const ReportTestDeclaration& tests,
                                          const TestCase& test);

class PreparedCase {
 public:
  // A fault of the data: where it stands in the test is for the caller to say.
  static Expected<PreparedCase, ScratchFault> Make(const Subject& subject, CaseInput input);

  // The whole call as it would be served: admission, gate, row scope, contract. Time stands still at the case's
  // `now`, so that no deadline passes, but a call that really takes a minute is stopped. `report` is the subject's or a
  // wrong version of it; `distortion` may be null.
  Outcome Run(const std::shared_ptr<const CompiledReport>& report, const Distortion* distortion) const;

  const CaseInput& input() const { return input_; }

 private:
  PreparedCase(const AccessRules& rules, CaseInput input, std::unique_ptr<AttachedSource> source)
      : rules_(&rules), input_(std::move(input)), source_(std::move(source)) {}

  const AccessRules* rules_;
  CaseInput input_;
  std::unique_ptr<AttachedSource> source_;
};

// The fault as a finding in the test's file, or in its fixture's.
Diagnostic ExplainFault(const ReportTestDeclaration& tests, const TestCase& test, const ScratchFault& fault);

}  // namespace querygate::trial
