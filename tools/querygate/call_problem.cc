#include "tools/querygate/call_problem.h"

#include "engine/render/rejection_help.h"
#include "engine/render/result_format.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

void AddHelp(const CompiledReport& report, const CallRequest& request, const Rejection& rejection, Problem& problem) {
  problem.help = RejectionHelp(report, request.arguments, rejection);
  if (rejection.reason == "not_permitted") {
    problem.help.emplace_back("--as FILE says who is asking");
  } else if (rejection.reason == "scope_unavailable" && !rejection.subject.empty()) {
    problem.help.push_back("the host supplies it: --as FILE, or --scope " + rejection.subject + "=VALUE");
  }
}

Problem RejectionProblem(const Gateway& gateway, const CallRequest& request, const Rejection& rejection) {
  Problem problem;
  problem.status = StatusOf(rejection.kind);
  problem.kind = "rejected";
  problem.reason = rejection.reason;
  problem.message = rejection.reason;
  if (const auto report = gateway.Describe(request.report)) AddHelp(**report, request, rejection, problem);
  problem.help.push_back("querygate explain " + rejection.reason + "; querygate describe " + request.report);
  return problem;
}

Problem FailureProblem(const Context& context, const Failure& failure) {
  Problem problem;
  problem.status = ExitStatus::kFailed;
  problem.kind = "failed";
  problem.reason = failure.reason;
  problem.message = failure.reason;
  problem.help.push_back("querygate explain " + failure.reason);
  if (context.words.Has("show-cause")) {
    problem.cause = failure.cause;
  } else if (!failure.cause.empty()) {
    problem.help.emplace_back("--show-cause tells the operator why");
  }
  return problem;
}

}  // namespace

Expected<CallRequest, ExitStatus> ReadRequest(Context& context, const Gateway& gateway, bool json_body) {
  CallRequest named;
  named.report = context.words.operands.front();
  // A report that does not exist is told before anything about its arguments.
  const auto report = gateway.Describe(named.report);
  if (!report) return Unexpected(ReportCallError(context, report.error()));
  auto request = MakeRequest(context, **report);
  if (request) return *std::move(request);
  if (const auto* usage = std::get_if<UsageError>(&request.error())) {
    return Unexpected(ReportUsage(context, usage->message, usage->help));
  }
  if (const auto* failure = std::get_if<Failure>(&request.error())) {
    return Unexpected(Refuse(context, *failure, json_body));
  }
  return Unexpected(Refuse(context, gateway, named, std::get<Rejection>(request.error()), json_body));
}

ExitStatus Refuse(Context& context, const Gateway& gateway, const CallRequest& request, const Rejection& rejection,
                  bool json_body) {
  if (!json_body) return Report(context, RejectionProblem(gateway, request, rejection));
  context.out = RenderRejectionJson(rejection.reason) + '\n';
  return StatusOf(rejection.kind);
}

ExitStatus Refuse(Context& context, const Failure& failure, bool json_body) {
  const Problem problem = FailureProblem(context, failure);
  if (json_body) context.out = RenderFailureJson(failure.reason) + '\n';
  if (!json_body || !problem.cause.empty()) Report(context, problem);
  return problem.status;
}

}  // namespace querygate::cli
