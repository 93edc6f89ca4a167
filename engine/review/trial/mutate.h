// Breaks a report on purpose and tells which mistakes its tests do not notice.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/declaration/report_test.h"
#include "engine/review/trial/prepared_case.h"
#include "engine/review/trial/trial.h"

namespace querygate::trial {

// A case that would notice a mutant.
struct Counterexample {
  std::string test;             // as a case of a test document, without its expectation
  std::string expected, wrong;  // the bodies that the report and its wrong version give
};

struct MutantResult {
  enum class Status {
    kKilled,      // `by` says by what: a case's name, `gate` or `lint`
    kSurvived,    // nothing notices it
    kInvalid,     // it is no version that could be run; `by` says why
    kEquivalent,  // it survived, and the test says why nothing can notice it: `by`
  };
  std::string id;
  std::shared_ptr<const SourceText> text;
  SourcePosition position;
  std::string change;
  Status status = Status::kSurvived;
  std::string by;
  std::optional<Counterexample> counterexample;  // of a survivor, where one was found
};

struct MutationResult {
  std::string report;
  std::shared_ptr<const ReportTestDeclaration> tests;
  std::vector<MutantResult> mutants;  // in the order of the table of mutations
  // Why nothing was broken, or what is wrong with the test's `equivalent`.
  Diagnostics diagnostics;
  std::vector<CaseResult> failing;  // cases that already fail: nothing can be learnt until they pass
};

struct MutationOptions {
  std::string filter;  // part of a mutant's id or of the report's id; empty: every mutant
  std::function<void(std::size_t done, std::size_t total)> progress;  // may be empty
};

MutationResult RunMutants(const Subject& subject, const std::shared_ptr<const ReportTestDeclaration>& tests,
                          const MutationOptions& options);

}  // namespace querygate::trial
