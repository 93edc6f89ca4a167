#include "engine/review/trial/prepared_case.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/review/trial/distorted_source.h"
#include "engine/review/trial/expand_rows.h"
#include "engine/run/admit.h"
#include "engine/run/execute.h"

namespace querygate::trial {
namespace {

// How long one call may really take: a guard against tests that never end, not a measure of the report.
constexpr std::chrono::seconds kPatience(60);

class FrozenClock final : public Clock {
 public:
  explicit FrozenClock(const Instant& now) : now_(now) {}
  std::chrono::steady_clock::time_point SteadyNow() const override { return {}; }
  Instant WallNow() const override { return now_; }

 private:
  Instant now_;
};

Budget Narrow(Budget budget, const BudgetNarrowing& limits) {
  const auto narrow = [](std::int64_t& bound, const std::optional<Located<std::int64_t>>& written) {
    if (written) bound = std::min(bound, written->value);
  };
  narrow(budget.source_rows, limits.source_rows);
  narrow(budget.vm_steps, limits.vm_steps);
  narrow(budget.result_bytes, limits.result_bytes);
  return budget;
}

GivenRows RowsOf(const ReportTestDeclaration& tests, const TestCase& test) {
  GivenRows given;
  if (tests.fixture) AppendGiven(tests.fixture->given, given);
  AppendGiven(test.given, given);
  return given;
}

std::size_t FixtureRows(const ReportTestDeclaration& tests) {
  GivenRows given;
  if (tests.fixture) AppendGiven(tests.fixture->given, given);
  return given.rows.size();
}

}  // namespace

Expected<CaseInput, Diagnostic> ReadInput(const Subject& subject, const ReportTestDeclaration& tests,
                                          const TestCase& test) {
  CaseInput input;
  const TestCaller* caller = test.caller ? &*test.caller : nullptr;
  auto made = subject.caller(caller);
  if (!made) {
    return Unexpected(MakeDiagnostic("invalid-given", *tests.text, caller ? caller->position : test.position,
                                     std::move(made).error()));
  }
  input.caller = *std::move(made);
  input.arguments = test.arguments;
  input.now = test.now ? test.now->value : tests.now ? tests.now->value : kDefaultTestNow;
  input.limits = test.limits;
  if (tests.fixture && tests.fixture->script) input.data.script = tests.fixture->text->text();
  input.data.rows = RowsOf(tests, test).rows;
  return input;
}

Expected<PreparedCase, ScratchFault> PreparedCase::Make(const Subject& subject, CaseInput input) {
  auto source = subject.backend.MakeScratch(subject.report->source, input.data);
  if (!source) return Unexpected(std::move(source).error());
  return PreparedCase(subject.rules, std::move(input), *std::move(source));
}

Outcome PreparedCase::Run(const std::shared_ptr<const CompiledReport>& report, const Distortion* distortion) const {
  const FrozenClock clock(input_.now);
  CallContext context;
  context.now = input_.now;
  context.clock = &clock;
  context.budget = Narrow(report->budget, input_.limits);
  context.deadline.at = clock.SteadyNow() + kPatience;

  Outcome outcome;
  auto bindings = Admit(*report, *rules_, input_.caller, input_.arguments, input_.now);
  if (!bindings) {
    outcome.body = std::move(bindings).error();
  } else {
    if (distortion != nullptr && distortion->bound) distortion->bound(*bindings);
    const bool distorts = distortion != nullptr && distortion->read;
    const auto distorted = distorts ? DistortRows(*source_, *distortion) : nullptr;
    outcome = Execute(report, *bindings, distorted ? *distorted : *source_, context, clock);
  }
  if (distortion != nullptr && distortion->answered) distortion->answered(outcome);
  return outcome;
}

Diagnostic ExplainFault(const ReportTestDeclaration& tests, const TestCase& test, const ScratchFault& fault) {
  const auto find = [&](const SourceText& text, SourcePosition position, const std::string& what) {
    return MakeDiagnostic("invalid-given", text, position, what + fault.message, fault.help);
  };
  switch (fault.where) {
    case ScratchFault::Where::kScript: {
      const SourceText& script = *tests.fixture->text;
      return find(script, script.PositionAt(fault.index), "the fixture cannot be stored: ");
    }
    case ScratchFault::Where::kRow: {
      const SourcePosition position = RowsOf(tests, test).positions[fault.index];
      const bool shared = fault.index < FixtureRows(tests);
      return find(shared ? *tests.fixture->text : *tests.text, position, "this row cannot be stored: ");
    }
    case ScratchFault::Where::kSystem:
    case ScratchFault::Where::kSchema:
      break;
  }
  return find(*tests.text, test.position, "the case has no database: ");
}

}  // namespace querygate::trial
