// `explain`: a report's grants and what becomes of them; a rule; a reason.
#include <algorithm>

#include "engine/base/rule.h"
#include "engine/render/reasons.h"
#include "engine/render/rule_pages.h"
#include "tools/querygate/call_problem.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/explain_report.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

// A reason that a declaration gives itself is explained by who declares it.
std::string DeclaredReasonText(const Gateway& gateway, const std::string& reason) {
  std::string reports;
  Diagnostics ignored;
  for (const CatalogueEntry& entry : gateway.List(ignored)) {
    const auto report = entry.usable ? gateway.Describe(entry.id) : Unexpected(CallError(UnknownReport{}));
    if (!report) continue;
    const std::vector<std::string>& reasons = (*report)->reasons;
    if (std::find(reasons.begin(), reasons.end(), reason) != reasons.end()) reports += "- " + entry.id + '\n';
  }
  if (reports.empty()) return {};
  return "# " + reason + "\n\nA reason that these reports declare themselves, with `reason`, `none` or `many`:\n\n" +
         reports +
         "\n`querygate describe REPORT` shows what the report requires; the declaration says where the reason is "
         "given.\n";
}

ExitStatus ReportNothing(Context& context, const std::string& subject) {
  std::vector<std::string> candidates;
  for (const Reason& reason : Reasons()) candidates.emplace_back(reason.name);
  for (const Rule& rule : Rules()) {
    candidates.emplace_back(rule.id);
    candidates.emplace_back(rule.alias);
  }
  return ReportUsage(context, "there is no report, rule or reason " + subject,
                     Suggestion(subject, candidates, "querygate list shows the reports"));
}

// A hypothetical call is judged when somebody says who asks or with what.
bool AsksAboutCall(const Context& context) {
  return context.words.operands.size() > 1 || context.words.Has("as") || context.words.Has("scope") ||
         context.words.Has("args");
}

ExitStatus ExplainReport(Context& context, const Gateway& gateway, const std::string& report, bool json) {
  const auto facts = gateway.Inspect(report);
  if (!facts) return ReportCallError(context, facts.error());
  auto audience = gateway.FindAudience(report);
  if (!audience) return ReportCallError(context, audience.error());
  const ReportAccess access = CollectAccess(*facts->first, facts->second, *std::move(audience));
  std::optional<CallVerdict> verdict;
  if (AsksAboutCall(context)) {
    auto request = ReadRequest(context, gateway, json);
    if (!request) return request.error();
    auto judged = gateway.Judge(*request);
    if (!judged) return ReportCallError(context, judged.error());
    verdict = *std::move(judged);
  }
  const CallVerdict* shown = verdict ? &*verdict : nullptr;
  context.out = json ? ExplainJson(access, shown) : ExplainText(access, shown);
  return facts->second.clean() ? ExitStatus::kOk : ExitStatus::kFindings;
}

}  // namespace

std::vector<Option> ExplainOptions() {
  std::vector<Option> options = ConfigOption();
  options.insert(options.end(), {
                                    {"as", "FILE", "of a call: who asks, as a JSON object of claims"},
                                    {"scope", "NAME=VALUE", "of a call: a scope value; wins over the claims", true},
                                    {"args", "FILE", "of a call: arguments as one JSON object; - reads standard input"},
                                    {"format", "FORMAT", "text (default), or for reports json"},
                                });
  return options;
}

ExitStatus RunExplain(Context& context) {
  if (context.words.operands.empty()) {
    return ReportUsage(context, "explain takes one report, rule or reason", "querygate explain QG101");
  }
  const std::string format = context.words.Value("format").value_or("text");
  if (format != "text" && format != "json")
    return ReportUsage(context, "unknown format " + format, "--format text or json");
  const std::string& subject = context.words.operands.front();
  const bool json = format == "json";

  // Rules and fixed reasons need no deployment.
  const Rule* rule = FindRule(subject);
  const Reason* reason = FindReason(subject);
  const bool fixed = rule != nullptr || (reason != nullptr && !reason->family());
  if (fixed) {
    if (AsksAboutCall(context)) return ReportUsage(context, "a call is explained of a report", "querygate list");
    if (json) return ReportUsage(context, "--format json goes with reports");
    context.out = rule != nullptr ? RulePage(*rule) : ReasonPage(*reason);
    return ExitStatus::kOk;
  }
  if (subject.find('/') == std::string::npos && reason != nullptr && !json) {
    context.out = ReasonPage(*reason);
    return ExitStatus::kOk;
  }
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();
  const auto report = gateway->Describe(subject);
  const bool unknown = !report && std::holds_alternative<UnknownReport>(report.error());
  if (!unknown || subject.find('/') != std::string::npos) return ExplainReport(context, *gateway, subject, json);
  context.out = DeclaredReasonText(*gateway, subject);
  return context.out.empty() ? ReportNothing(context, subject) : ExitStatus::kOk;
}

}  // namespace querygate::cli
