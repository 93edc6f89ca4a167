// `run`: one call, rendered.
#include <algorithm>
#include <optional>

#include "engine/render/result_format.h"
#include "tools/querygate/call_problem.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (const ResultFormat& format : ResultFormats()) names.emplace_back(format.name);
  return names;
}

std::string JoinNames(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Which part of the result a format of rows takes: judged before anything runs.
std::optional<ExitStatus> RefusePart(Context& context, const CompiledReport& report, const ResultFormat& format) {
  const auto part = context.words.Value("part");
  if (!format.rows_only) {
    if (!part && !context.words.Has("allow-partial")) return std::nullopt;
    return ReportUsage(context, "--part and --allow-partial go with csv and jsonl");
  }
  std::vector<std::string> parts;
  for (const ResultPlan::Part& one : report.result.parts) parts.push_back(report.result.record ? one.name : "rows");
  if (part && std::find(parts.begin(), parts.end(), *part) == parts.end()) {
    return ReportUsage(context, "the result has no part " + *part,
                       Suggestion(*part, parts, "--part takes one of " + JoinNames(parts)));
  }
  if (!part && report.result.record) {
    return ReportUsage(context, "this result has several parts", "--part takes one of " + JoinNames(parts));
  }
  return std::nullopt;
}

// The result is whole, but not for this way of writing it.
ExitStatus ReportIncomplete(Context& context, const Rejection& rejection) {
  Problem problem;
  problem.status = StatusOf(rejection.kind);
  problem.kind = "rejected";
  problem.reason = rejection.reason;
  problem.message = rejection.reason;
  problem.help.emplace_back("json, table and markdown tell what was cut; --allow-partial writes it all the same");
  problem.help.push_back("querygate explain " + rejection.reason);
  return Report(context, problem);
}

}  // namespace

std::vector<Option> RunOptions() {
  std::vector<Option> options = CallOptions();
  options.insert(options.end(), {
                                    {"format", "FORMAT", "table (default), json, jsonl, csv or markdown"},
                                    {"part", "NAME", "csv, jsonl: which part of a record"},
                                    {"allow-partial", {}, "csv, jsonl: write an incomplete result all the same"},
                                    IsolationOption(),
                                });
  return options;
}

ExitStatus RunRun(Context& context) {
  if (context.words.operands.empty())
    return ReportUsage(context, "run needs a report", "querygate list shows the reports");
  const std::string name = context.words.Value("format").value_or("table");
  const ResultFormat* format = FindResultFormat(name);
  if (format == nullptr) {
    return ReportUsage(context, "unknown format " + name,
                       Suggestion(name, FormatNames(), "--format takes " + JoinNames(FormatNames())));
  }
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();

  const bool json = format->carries_outcome;
  auto request = ReadRequest(context, *gateway, json);
  if (!request) return request.error();
  if (const auto report = gateway->Describe(request->report)) {
    if (const auto refused = RefusePart(context, **report, *format)) return *refused;
  }
  request->presentation.format = format;
  request->presentation.options.allow_partial = context.words.Has("allow-partial");
  request->presentation.options.part = context.words.Value("part");
  const auto answer = gateway->Run(*request);
  if (!answer) return ReportCallError(context, answer.error());
  if (const auto* rejection = std::get_if<Rejection>(&answer->body)) {
    if (rejection->reason == "incomplete_result") return ReportIncomplete(context, *rejection);
    return Refuse(context, *gateway, *request, *rejection, json);
  }
  if (const auto* failure = std::get_if<Failure>(&answer->body)) return Refuse(context, *failure, json);
  context.out = std::get<Delivery>(answer->body).text;
  if (json) context.out += '\n';
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
