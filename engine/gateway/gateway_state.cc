#include "engine/gateway/gateway_state.h"

#include <algorithm>
#include <chrono>

#include "engine/base/suggest.h"
#include "engine/run/admit.h"
#include "engine/run/answer.h"
#include "engine/run/execute.h"
#include "engine/run/rehearse.h"

namespace querygate {
namespace {

constexpr std::chrono::milliseconds kRehearsalDeadline{30'000};

Budget Narrow(Budget budget, const HostLimits& limits) {
  if (limits.timeout) budget.deadline = std::min(budget.deadline, *limits.timeout);
  if (limits.max_rows) budget.source_rows = std::min(budget.source_rows, *limits.max_rows);
  if (limits.max_bytes) budget.result_bytes = std::min(budget.result_bytes, *limits.max_bytes);
  if (limits.max_memory) budget.memory = std::min(budget.memory, *limits.max_memory);
  budget.lock_wait = std::min(budget.lock_wait, budget.deadline);
  return budget;
}

}  // namespace

Expected<std::shared_ptr<const CompiledReport>, CallError> Gateway::State::Find(const std::string& id) {
  if (!library.HasReport(id)) {
    Diagnostics ignored;
    return Unexpected(CallError(UnknownReport{id, NearestName(id, library.ReportIds(ignored))}));
  }
  auto compiled = library.Report(id);
  if (!compiled.value) return Unexpected(CallError(Unusable{{}, {}, std::move(compiled.diagnostics)}));
  return compiled.value;
}

Expected<std::variant<Gateway::State::Admitted, Rejection>, CallError> Gateway::State::Admit(
    const CallRequest& request) {
  using Result = std::variant<Admitted, Rejection>;
  auto report = Find(request.report);
  if (!report) return Unexpected(std::move(report).error());
  const CompiledReport& compiled = **report;
  if (compiled.status == ReportStatus::kDraft && !request.local) {
    return Unexpected(CallError(UnknownReport{request.report, std::nullopt}));
  }
  auto access = library.Access();
  if (!access.value) return Unexpected(CallError(Unusable{{}, {}, std::move(access.diagnostics)}));
  auto caller = MakeCaller(request.identity, *access.value, request.local);
  if (!caller) {
    return Unexpected(CallError(Unusable{std::move(caller).error(), "--as takes one JSON object of claims", {}}));
  }
  // A caller who may not know of a report must not learn that it exists, has moved or is retired.
  if (!request.local && !Permit(*access.value, *caller, compiled)) {
    return Unexpected(CallError(UnknownReport{request.report, std::nullopt}));
  }
  Admitted admitted;
  admitted.context.now = clock->WallNow();
  admitted.context.clock = clock.get();
  admitted.context.cancel = request.cancel;
  auto bindings = querygate::Admit(compiled, *access.value, *caller, request.arguments, admitted.context.now);
  if (!bindings) return Result(std::move(bindings).error());
  admitted.report = *std::move(report);
  admitted.caller = *std::move(caller);
  admitted.bindings = *std::move(bindings);
  admitted.context.budget = Narrow(compiled.budget, request.limits);
  admitted.context.deadline.at = request.accepted + admitted.context.budget.deadline;
  return Result(std::move(admitted));
}

Expected<DataPlace, LocationError> Gateway::State::Locate(const Admitted& admitted) const {
  const std::string& source = admitted.report->source->name;
  auto place = deployment.Locate(source, admitted.caller.scope);
  if (!place) return Unexpected(Explain(place.error(), source));
  return *std::move(place);
}

Expected<AttachedSource*, LocationError> Gateway::State::Open(const Admitted& admitted) {
  auto place = Locate(admitted);
  if (!place) return Unexpected(std::move(place).error());
  return &sources.Get(admitted.report->source, *place);
}

Expected<Answer, CallError> Gateway::State::Run(const CallRequest& request) {
  auto admission = Admit(request);
  if (!admission) return Unexpected(std::move(admission).error());
  Answer refused;
  refused.receipt.report = request.report;
  if (auto* rejection = std::get_if<Rejection>(&*admission)) {
    refused.body = std::move(*rejection);
    return refused;
  }
  auto& admitted = std::get<Admitted>(*admission);
  refused.receipt = BeginReceipt(*admitted.report, admitted.context);
  const auto place = Locate(admitted);
  if (!place) {
    if (const auto* error = std::get_if<CallError>(&place.error())) return Unexpected(*error);
    if (const auto* rejection = std::get_if<Rejection>(&place.error())) refused.body = *rejection;
    if (const auto* failure = std::get_if<Failure>(&place.error())) refused.body = *failure;
    return refused;
  }
  const auto queued = std::chrono::steady_clock::now();
  // The queue waits by the system's clock, whatever the call is measured by.
  const auto permit = shared->queue.Enter(request.report, request.caller,
                                  queued + (admitted.context.deadline.at - clock->SteadyNow()), request.cancel);
  const auto waited = std::chrono::steady_clock::now() - queued;
  refused.receipt.queued_microseconds = std::chrono::duration_cast<std::chrono::microseconds>(waited).count();
  if (!permit) {
    refused.body = Failure{"overloaded", "no turn came: too many calls are in progress"};
    return refused;
  }
  Answer answer = Execute(admitted, *place, request.presentation);
  answer.receipt.queued_microseconds = refused.receipt.queued_microseconds;
  return answer;
}

Answer Gateway::State::Execute(const Admitted& admitted, const DataPlace& place, const Presentation& presentation) {
  if (const auto& workers = shared->workers) {
    return workers->Call(admitted.report, place, admitted.bindings, admitted.context, presentation);
  }
  AttachedSource& source = sources.Get(admitted.report->source, place);
  return AnswerCall(admitted.report, admitted.bindings, source, admitted.context, *clock, presentation);
}

std::optional<Failure> Gateway::State::Rehearse(const std::shared_ptr<const CompiledReport>& report,
                                                const DataPlace& place) {
  CallContext context;
  context.now = clock->WallNow();
  context.clock = clock.get();
  context.budget = Narrow(report->budget, {});
  // Nobody waits for it: a machine that is busy is no reason to call a report unfit.
  context.budget.deadline = std::max(context.budget.deadline, kRehearsalDeadline);
  context.deadline.at = clock->SteadyNow() + context.budget.deadline;
  if (shared->workers) return shared->workers->Rehearse(report, place, context);
  return querygate::Rehearse(report, sources.Get(report->source, place), context);
}

}  // namespace querygate
