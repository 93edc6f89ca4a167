// `run`: one call, rendered.
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

// A refusal of the format itself: the result is whole, but not for this way of writing it.
ExitStatus ReportUnrendered(Context& context, const DeliveredResult& result, const Rejection& rejection) {
  std::vector<std::string> parts;
  for (const ResultPart& part : result.parts) parts.push_back(result.record ? part.name : "rows");
  if (rejection.reason == "part_required") {
    return ReportUsage(context, "this result has several parts", "--part takes one of " + JoinNames(parts));
  }
  if (rejection.reason == "unknown_part") {
    const std::string part = context.words.Value("part").value_or("");
    return ReportUsage(context, "the result has no part " + part,
                       Suggestion(part, parts, "--part takes one of " + JoinNames(parts)));
  }
  Problem problem;
  problem.status = StatusOf(rejection.kind);
  problem.kind = "rejected";
  problem.reason = rejection.reason;
  problem.message = rejection.reason;
  problem.help.emplace_back("json, table and markdown tell what was cut; --allow-partial writes it all the same");
  problem.help.push_back("querygate explain " + rejection.reason);
  return Report(context, problem);
}

ExitStatus Deliver(Context& context, const ResultFormat& format, const Outcome& outcome,
                   const DeliveredResult& result) {
  // The bytes that were counted against the budget are the bytes that are delivered.
  if (format.carries_outcome && !outcome.json.empty()) {
    context.out = outcome.json + '\n';
    return ExitStatus::kOk;
  }
  RenderOptions options;
  options.allow_partial = context.words.Has("allow-partial");
  options.part = context.words.Value("part");
  auto text = format.render(result, options);
  if (!text) return ReportUnrendered(context, result, text.error());
  context.out = *std::move(text);
  return ExitStatus::kOk;
}

}  // namespace

std::vector<Option> RunOptions() {
  std::vector<Option> options = CallOptions();
  options.insert(options.end(), {
                                    {"format", "FORMAT", "table (default), json, jsonl, csv or markdown"},
                                    {"part", "NAME", "csv, jsonl: which part of a record"},
                                    {"allow-partial", {}, "csv, jsonl: write an incomplete result all the same"},
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
  const bool rows_only = format->name == "csv" || format->name == "jsonl";
  if (!rows_only && (context.words.Has("part") || context.words.Has("allow-partial"))) {
    return ReportUsage(context, "--part and --allow-partial go with csv and jsonl");
  }
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();

  const bool json = format->carries_outcome;
  auto request = ReadRequest(context, *gateway, json);
  if (!request) return request.error();
  const auto outcome = gateway->Run(*request);
  if (!outcome) return ReportCallError(context, outcome.error());
  if (const auto* rejection = std::get_if<Rejection>(&outcome->body)) {
    return Refuse(context, *gateway, *request, *rejection, json);
  }
  if (const auto* failure = std::get_if<Failure>(&outcome->body)) return Refuse(context, *failure, json);
  return Deliver(context, *format, *outcome, std::get<DeliveredResult>(outcome->body));
}

}  // namespace querygate::cli
