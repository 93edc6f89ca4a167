#include "engine/review/draft/example_call.h"

#include <utility>

#include "engine/policy/access_rules.h"
#include "engine/run/execute.h"

namespace querygate::draft {

Expected<Bindings, Rejection> BindExample(const CompiledReport& report, const Arguments& example,
                                          const Arguments& scope, const Instant& now) {
  Caller caller;
  caller.on_host = true;
  caller.scope = scope;
  Permission permission;
  permission.alternatives.emplace_back();
  return BindArguments(report, AccessRules{}, caller, permission, example, now);
}

std::string TellRun(const std::shared_ptr<const CompiledReport>& report, const Bindings& bindings,
                    AttachedSource& source, const Clock& clock) {
  CallContext context;
  context.now = clock.WallNow();
  context.clock = &clock;
  context.budget = report->budget;
  context.deadline.at = clock.SteadyNow() + report->budget.deadline;
  const Outcome outcome = Execute(report, bindings, source, context, clock);
  if (const auto* delivered = std::get_if<DeliveredResult>(&outcome.body)) {
    const std::size_t rows = delivered->parts.empty() ? 0 : delivered->parts.front().rows.row_count();
    return "a run of it delivers " + std::to_string(rows) + (rows == 1 ? " row" : " rows");
  }
  if (const auto* rejection = std::get_if<Rejection>(&outcome.body)) {
    return "a run of it is rejected for now: " + rejection->reason;
  }
  return "a run of it fails for now: " + std::get<Failure>(outcome.body).reason;
}

}  // namespace querygate::draft
