#include "engine/review/trial/mutate.h"

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "engine/base/suggest.h"
#include "engine/lint/lint.h"
#include "engine/review/trial/compare.h"
#include "engine/review/trial/counterexample.h"
#include "engine/review/trial/mutations.h"

namespace querygate::trial {
namespace {

using Status = MutantResult::Status;

struct Verdict {
  Status status = Status::kSurvived;
  std::string by;
};

bool Names(const std::string& text, const std::string& subject) { return text.find(subject) != std::string::npos; }

const Violation* FirstViolation(const Inspection& inspection) {
  for (const auto& query : inspection.queries) {
    for (const StatementFacts& statement : query) {
      if (!statement.violations.empty()) return &statement.violations.front();
    }
  }
  return nullptr;
}

class MutationRun {
 public:
  MutationRun(const Subject& subject, const ReportTestDeclaration& tests, MutationResult& result)
      : subject_(subject), tests_(tests), result_(result) {}

  // Everything that must hold before a mistake can be told from the right version.
  std::optional<Inspection> Prepare() {
    auto inspection = subject_.backend.InspectSchema(*subject_.report);
    if (!inspection) {
      Refuse(tests_.text->PositionAt(0), "the schema snapshot cannot be used: " + inspection.error().cause);
      return std::nullopt;
    }
    if (const Violation* violation = FirstViolation(*inspection)) {
      Refuse(tests_.text->PositionAt(0), "the report is refused: " + violation->message);
      return std::nullopt;
    }
    for (const TestCase& test : tests_.cases) PrepareCase(test);
    if (HasErrors(result_.diagnostics) || !result_.failing.empty()) return std::nullopt;
    return *std::move(inspection);
  }

  MutantResult Judge(const Mutant& mutant) const {
    MutantResult judged{mutant.id, mutant.text, mutant.position, mutant.change, Status::kSurvived, {}, {}};
    Verdict verdict;
    try {
      verdict = JudgeBy(mutant);
    } catch (const std::exception& error) {
      verdict = {Status::kInvalid, std::string("it ended in an exception: ") + error.what()};
    }
    judged.status = verdict.status;
    judged.by = std::move(verdict.by);
    if (judged.status != Status::kSurvived) return judged;
    for (const EquivalentMutant& equivalent : tests_.equivalent) {
      if (equivalent.mutant.value != mutant.id) continue;
      judged.status = Status::kEquivalent;
      judged.by = equivalent.because;
      return judged;
    }
    if (mutant.judge == Mutant::Judge::kCases) {
      judged.counterexample = FindCounterexample(subject_, SmallInputs(), mutant);
    }
    return judged;
  }

 private:
  void Refuse(SourcePosition position, std::string message) {
    result_.diagnostics.push_back(MakeDiagnostic("invalid-given", *tests_.text, position, std::move(message)));
  }

  void PrepareCase(const TestCase& test) {
    auto input = ReadInput(subject_, tests_, test);
    if (!input) {
      result_.diagnostics.push_back(std::move(input).error());
      return;
    }
    auto prepared = PreparedCase::Make(subject_, *std::move(input));
    if (!prepared) {
      result_.diagnostics.push_back(ExplainFault(tests_, test, prepared.error()));
      return;
    }
    auto differences = Compare(test.expect, prepared->Run(subject_.report, nullptr));
    if (!differences.empty()) {
      CaseResult& failing = result_.failing.emplace_back();
      failing.name = test.name;
      failing.status = CaseResult::Status::kFailed;
      failing.differences = std::move(differences);
    }
    cases_.push_back(*std::move(prepared));
  }

  // Those with few rows, fewest first: what is found near them is easiest to read, and quick to try.
  std::vector<CaseInput> SmallInputs() const {
    constexpr std::size_t kFewRows = 100;
    std::vector<CaseInput> inputs;
    for (const PreparedCase& prepared : cases_) {
      if (prepared.input().data.rows.size() <= kFewRows) inputs.push_back(prepared.input());
    }
    std::stable_sort(inputs.begin(), inputs.end(),
                     [](const CaseInput& a, const CaseInput& b) { return a.data.rows.size() < b.data.rows.size(); });
    return inputs;
  }

  Verdict JudgeBy(const Mutant& mutant) const {
    if (mutant.judge == Mutant::Judge::kCases && !mutant.changes_sql) return JudgeByCases(mutant);
    const auto inspection = subject_.backend.InspectSchema(*mutant.report);
    if (!inspection) return {Status::kInvalid, inspection.error().cause};
    switch (mutant.judge) {
      case Mutant::Judge::kCases:
        break;
      case Mutant::Judge::kGate:
        return JudgeByGate(mutant, *inspection);
      case Mutant::Judge::kLint:
        return JudgeByLint(mutant, *inspection);
    }
    if (const Violation* violation = FirstViolation(*inspection)) return {Status::kInvalid, violation->message};
    return JudgeByCases(mutant);
  }

  static Verdict JudgeByGate(const Mutant& mutant, const Inspection& inspection) {
    for (const auto& query : inspection.queries) {
      for (const StatementFacts& statement : query) {
        for (const Violation& violation : statement.violations) {
          if (Names(violation.message, mutant.subject)) return {Status::kKilled, "gate"};
        }
      }
    }
    return {};
  }

  static Verdict JudgeByLint(const Mutant& mutant, const Inspection& inspection) {
    for (const Diagnostic& diagnostic : LintReport(*mutant.report, inspection)) {
      if (diagnostic.rule == "unused-grant" && Names(diagnostic.message, "`" + mutant.subject + "`")) {
        return {Status::kKilled, "lint"};
      }
    }
    return {};
  }

  Verdict JudgeByCases(const Mutant& mutant) const {
    for (std::size_t index = 0; index < cases_.size(); ++index) {
      const TestCase& test = tests_.cases[index];
      const Outcome outcome = cases_[index].Run(mutant.report, &mutant.distortion);
      const auto* failure = std::get_if<Failure>(&outcome.body);
      const bool expected = test.expect.kind == Expectation::Kind::kFailure;
      // Refused before it ran: that is no answer that a test could notice.
      if (failure != nullptr && failure->reason == "query_unavailable" && !expected) {
        return {Status::kInvalid, failure->cause};
      }
      if (!Compare(test.expect, outcome).empty()) return {Status::kKilled, test.name.value};
    }
    return {};
  }

  const Subject& subject_;
  const ReportTestDeclaration& tests_;
  MutationResult& result_;
  std::vector<PreparedCase> cases_;  // parallel to the tests' cases
};

// A mark that nothing needs would hide the next mistake at its place.
void CheckEquivalent(const ReportTestDeclaration& tests, const std::set<std::string>& ids, MutationResult& result) {
  const std::vector<std::string> known(ids.begin(), ids.end());
  for (const EquivalentMutant& equivalent : tests.equivalent) {
    const Located<std::string>& id = equivalent.mutant;
    const auto found = std::find_if(result.mutants.begin(), result.mutants.end(),
                                    [&](const MutantResult& mutant) { return mutant.id == id.value; });
    if (found != result.mutants.end() && found->status != Status::kEquivalent) {
      result.diagnostics.push_back(MakeDiagnostic("invalid-equivalent", *tests.text, id.position,
                                                  "`" + id.value + "` is noticed by " + found->by,
                                                  "remove it from `equivalent`"));
    } else if (!ids.contains(id.value)) {
      const auto near = NearestName(id.value, known);
      result.diagnostics.push_back(MakeDiagnostic("invalid-equivalent", *tests.text, id.position,
                                                  "there is no mutant `" + id.value + "`",
                                                  near ? "did you mean `" + *near + "`?" : "remove it"));
    }
  }
}

}  // namespace

MutationResult RunMutants(const Subject& subject, const std::shared_ptr<const ReportTestDeclaration>& tests,
                          const MutationOptions& options) {
  MutationResult result;
  result.report = subject.report->id;
  result.tests = tests;
  MutationRun run(subject, *tests, result);
  const auto inspection = run.Prepare();
  if (!inspection) return result;

  const MutationInput input{subject.report, *inspection};
  MutantList list(input);
  for (const Mutation& mutation : Mutations()) mutation.make(list);
  std::vector<Mutant> mutants = std::move(list).Take();
  std::set<std::string> ids;
  for (const Mutant& mutant : mutants) ids.insert(mutant.id);
  std::erase_if(mutants, [&](const Mutant& mutant) {
    return !Names(mutant.id, options.filter) && !Names(result.report, options.filter);
  });
  for (const Mutant& mutant : mutants) {
    result.mutants.push_back(run.Judge(mutant));
    if (options.progress) options.progress(result.mutants.size(), mutants.size());
  }
  CheckEquivalent(*tests, ids, result);
  return result;
}

}  // namespace querygate::trial
