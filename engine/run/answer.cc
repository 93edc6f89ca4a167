#include "engine/run/answer.h"

#include <algorithm>
#include <utility>

#include "engine/run/execute.h"

namespace querygate {
namespace {

Expected<std::string, Rejection> Write(Outcome& outcome, const DeliveredResult& result,
                                       const Presentation& presentation) {
  // The bytes that were counted against the budget are the bytes that are delivered.
  if (presentation.format == nullptr || presentation.format->carries_outcome) return std::move(outcome.json);
  return presentation.format->render(result, presentation.options);
}

constexpr std::int64_t kTimesTheBytes = 8;
constexpr std::int64_t kLeastText = 64 * 1024;

}  // namespace

std::int64_t LargestText(const Budget& budget) {
  return std::max(kLeastText, budget.result_bytes) * kTimesTheBytes;
}

Answer AnswerCall(const std::shared_ptr<const CompiledReport>& report, const Bindings& bindings, AttachedSource& source,
                  const CallContext& context, const Clock& clock, const Presentation& presentation) {
  Outcome outcome = Execute(report, bindings, source, context, clock);
  Answer answer;
  answer.receipt = std::move(outcome.receipt);
  if (auto* rejection = std::get_if<Rejection>(&outcome.body)) {
    answer.body = std::move(*rejection);
    return answer;
  }
  if (auto* failure = std::get_if<Failure>(&outcome.body)) {
    answer.body = std::move(*failure);
    return answer;
  }
  const auto& result = std::get<DeliveredResult>(outcome.body);
  Delivery delivery;
  delivery.complete = result.complete();
  for (const ResultPart& part : result.parts) delivery.rows += static_cast<std::int64_t>(part.rows.row_count());
  auto text = Write(outcome, result, presentation);
  if (!text) {
    answer.body = std::move(text).error();
  } else if (static_cast<std::int64_t>(text->size()) > LargestText(context.budget)) {
    answer.body = Rejection{RejectionKind::kInvalidData, "result_bytes", report->id};
  } else if (context.deadline.ExpiredAt(clock.SteadyNow())) {
    answer.body = Failure{"deadline_exceeded", "the deadline passed while the result was written"};
  } else {
    delivery.text = *std::move(text);
    answer.body = std::move(delivery);
  }
  return answer;
}

}  // namespace querygate
