#include "tools/server/call_keeping.h"

#include <utility>
#include <variant>

#include "tools/server/report_call.h"

namespace querygate::server {
namespace {

Answer Limited() {
  Answer answer;
  answer.body = Rejection{RejectionKind::kNotPermitted, "rate_limited", {}};
  return answer;
}

// What the operator has to mend is a failure for its caller, and was a call: it is logged and counted like others.
Answer Unanswered(const CallRequest& request, const Unusable& unusable) {
  Answer answer;
  answer.receipt.report = request.report;
  answer.body = ToFailure(unusable);
  return answer;
}

}  // namespace

Expected<KeptAnswer, CallError> CallKeeping::Run(const Gateway& gateway, const CallRequest& request,
                                                 const Identity& identity, const std::string& trace_id) const {
  if (parts_.limits != nullptr) {
    if (const auto admitted = parts_.limits->Admit(identity.subject, request.report); !admitted) {
      KeptAnswer limited{Limited(), admitted.error().retry_after_seconds};
      Count(request.report, limited.answer);
      return limited;
    }
  }
  const Instant begun = parts_.clock->WallNow();
  auto answer = gateway.Run(request);
  if (!answer) {
    const auto* unusable = std::get_if<Unusable>(&answer.error());
    if (unusable == nullptr) return Unexpected(std::move(answer).error());
    answer = Unanswered(request, *unusable);
  }
  if (parts_.audit != nullptr) {
    const auto report = gateway.Describe(request.report);
    AuditedCall call;
    call.time = begun;
    call.caller = identity.subject;
    call.trace_id = trace_id;
    call.arguments = &request.arguments;
    call.report = report ? report->get() : nullptr;
    call.answer = &*answer;
    if (auto recorded = parts_.audit->Record(call); !recorded) {
      if (parts_.metrics != nullptr) parts_.metrics->Add("audit_failures");
      answer->body = std::move(recorded).error();
    }
  }
  Count(request.report, *answer);
  return KeptAnswer{*std::move(answer), 0};
}

void CallKeeping::Count(const std::string& report, const Answer& answer) const {
  if (parts_.metrics == nullptr) return;
  CallMeasure measure;
  measure.report = report;
  measure.outcome = "ok";
  measure.elapsed = std::chrono::microseconds(answer.receipt.elapsed_microseconds);
  if (const auto* rejection = std::get_if<Rejection>(&answer.body)) {
    measure.outcome = "rejected";
    measure.reason = rejection->reason;
  } else if (const auto* failure = std::get_if<Failure>(&answer.body)) {
    measure.outcome = "failed";
    measure.reason = failure->reason;
  } else {
    const auto& delivery = std::get<Delivery>(answer.body);
    measure.rows = delivery.rows;
    measure.bytes = static_cast<std::int64_t>(delivery.text.size());
  }
  parts_.metrics->Count(measure);
}

}  // namespace querygate::server
