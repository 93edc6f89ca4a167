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
    const trial::Subject subject{selected.report, *access.value, library.BackendOf(*selected.report->source),
                                 [&](const TestCaller* test) { return CallerOf(test, *access.value); }};
    auto result = trial::RunTrial(subject, selected.tests, options);
    summary.diagnostics.insert(summary.diagnostics.end(), result.diagnostics.begin(), result.diagnostics.end());
    if (!result.cases.empty()) summary.trials.push_back(std::move(result));
  }
  SortDiagnostics(summary.diagnostics);
  return summary;
}

}  // namespace querygate
