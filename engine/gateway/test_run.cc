#include "engine/gateway/test_run.h"

#include <utility>

#include "engine/gateway/identity.h"
#include "engine/gateway/test_selection.h"

namespace querygate {
namespace {

Expected<Caller, std::string> CallerOf(const TestCaller* test, const AccessRules& rules) {
  HostIdentity identity;
  if (test != nullptr) {
    identity.claims_json = test->claims_json;
    identity.scope = test->scope;
    if (test->roles && !identity.claims_json) identity.claims_json = "{}";
  }
  auto caller = MakeCaller(identity, rules, true);
  if (caller && test != nullptr && test->roles) {
    caller->roles.clear();
    for (const Located<std::string>& role : *test->roles) caller->roles.push_back(role.value);
  }
  return caller;
}

// `rules` outlive it.
trial::Subject SubjectOf(Library& library, const AccessRules& rules, const SelectedTest& selected) {
  return {selected.report, rules, library.BackendOf(*selected.report->source),
          [&rules](const TestCaller* test) { return CallerOf(test, rules); }};
}

std::size_t CountSelected(const TestSelection& selection, const trial::TrialOptions& options) {
  std::size_t count = 0;
  for (const SelectedTest& selected : selection.tests) {
    for (const TestCase& test : selected.tests->cases) {
      if (trial::Selects(options, selected.report->id, test)) ++count;
    }
  }
  return count;
}

}  // namespace

Expected<TestSummary, Unusable> RunTests(Library& library, const Clock& clock, const TestRequest& request) {
  auto selection = SelectTests(library, request.paths);
  if (!selection) return Unexpected(std::move(selection).error());
  TestSummary summary;
  summary.diagnostics = std::move(selection->diagnostics);
  const auto access = library.Access();
  if (!access.value) {
    summary.diagnostics.insert(summary.diagnostics.end(), access.diagnostics.begin(), access.diagnostics.end());
    return summary;
  }

  trial::TrialOptions options;
  options.filter = request.filter;
  options.clock = &clock;
  options.coverage = request.coverage;
  const std::size_t total = CountSelected(*selection, options);
  if (total == 0 && !HasErrors(summary.diagnostics)) {
    return Unexpected(Unusable{
        "no case's name holds " + request.filter, "--filter takes a part of a case's name or of its report's id", {}});
  }
  std::size_t done = 0;
  options.on_case = [&] {
    if (request.progress) request.progress(++done, total);
  };
  for (const SelectedTest& selected : selection->tests) {
    const trial::Subject subject = SubjectOf(library, *access.value, selected);
    auto result = trial::RunTrial(subject, selected.tests, options);
    summary.diagnostics.insert(summary.diagnostics.end(), result.diagnostics.begin(), result.diagnostics.end());
    if (!result.cases.empty()) summary.trials.push_back(std::move(result));
  }
  SortDiagnostics(summary.diagnostics);
  return summary;
}

Expected<MutationSummary, Unusable> RunMutations(Library& library, const TestRequest& request) {
  auto selection = SelectTests(library, request.paths);
  if (!selection) return Unexpected(std::move(selection).error());
  MutationSummary summary;
  summary.diagnostics = std::move(selection->diagnostics);
  const auto access = library.Access();
  if (!access.value) {
    summary.diagnostics.insert(summary.diagnostics.end(), access.diagnostics.begin(), access.diagnostics.end());
    return summary;
  }
  trial::MutationOptions options;
  options.filter = request.filter;
  options.progress = request.progress;
  for (const SelectedTest& selected : selection->tests) {
    auto result = trial::RunMutants(SubjectOf(library, *access.value, selected), selected.tests, options);
    summary.diagnostics.insert(summary.diagnostics.end(), result.diagnostics.begin(), result.diagnostics.end());
    if (!result.mutants.empty() || !result.failing.empty()) summary.reports.push_back(std::move(result));
  }
  SortDiagnostics(summary.diagnostics);
  if (summary.reports.empty() && !HasErrors(summary.diagnostics)) {
    return Unexpected(Unusable{"no mutant's id holds " + request.filter,
                               "--filter takes a part of a mutant's id or of its report's", {}});
  }
  return summary;
}

}  // namespace querygate
