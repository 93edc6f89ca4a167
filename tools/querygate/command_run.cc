// `run`: one call, rendered.
#include <algorithm>
#include <chrono>
#include <optional>
#include <ostream>
#include <utility>

#include "engine/render/display_text.h"
#include "engine/render/result_format.h"
#include "tools/querygate/call_problem.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/receipt_json.h"
#include "tools/querygate/run_output.h"
#include "tools/querygate/run_target.h"

namespace querygate::cli {

namespace {

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

// Told at the very end, with the time that the call had taken when it was answered.
void AskForReceipt(Context& context, Receipt receipt) {
  if (!context.words.Has("receipt")) return;
  context.closing = [receipt = std::move(receipt)](ExitStatus status) { return ReceiptJson(receipt, status); };
}

// Of a call whose arguments were refused while they were read.
Receipt RefusedReceipt(const Context& context) {
  Receipt receipt;
  receipt.report = context.words.operands.front();
  const SystemClock system;
  const Clock& clock = context.environment.clock ? *context.environment.clock : system;
  const auto elapsed = clock.SteadyNow() - context.accepted;
  receipt.elapsed_microseconds = std::chrono::duration_cast<std::chrono::microseconds>(elapsed).count();
  return receipt;
}

std::string Counted(std::int64_t count, std::string_view noun) {
  return std::to_string(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

ExitStatus Deliver(Context& context, const RunTarget& target, Answer answer,
                   std::chrono::steady_clock::time_point accepted, std::optional<RunOutput>& output) {
  auto& delivery = std::get<Delivery>(answer.body);
  std::string text = std::move(delivery.text);
  if (target.format->carries_outcome) text += '\n';
  if (!output) {
    context.out = std::move(text);
    return ExitStatus::kOk;
  }
  const ExitStatus status = output->Commit(text, Deadline{accepted + answer.receipt.budget.deadline});
  if (status == ExitStatus::kOk && context.environment.terminal_err) {
    context.streams.err << "wrote " << Printable(*target.file) << ": " << Counted(delivery.rows, "row") << ", "
                        << Counted(static_cast<std::int64_t>(text.size()), "byte") << '\n';
  }
  return status;
}

}  // namespace

std::vector<Option> RunOptions() {
  std::vector<Option> options = CallOptions();
  options.insert(
      options.end(),
      {
          {"output", "FILE", "into a new file, whole or not at all; .json, .jsonl, .csv, .md or .markdown", false, "o"},
          {"format", "FORMAT", "table (default), json, jsonl, csv or markdown; wins over FILE's extension"},
          {"part", "NAME", "csv, jsonl: which part of a record"},
          {"allow-partial", {}, "csv, jsonl: write an incomplete result all the same"},
          {"escape-formulas", {}, "csv: an apostrophe before texts that a spreadsheet would compute"},
          {"receipt", {}, "at the end, what the call spent, as one JSON line on stderr"},
          IsolationOption(),
      });
  return options;
}

ExitStatus RunRun(Context& context) {
  if (context.words.operands.empty())
    return ReportUsage(context, "run needs a report", "querygate list shows the reports");
  const auto target = ReadRunTarget(context.words);
  if (!target) return ReportUsage(context, target.error().message, target.error().help);
  std::optional<RunOutput> output;
  if (target->file) {
    output.emplace(context, *target->file);
    if (const auto refused = output->Prepare()) return *refused;
  }
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();

  auto request = ReadRequest(context, *gateway, target->json_body());
  if (!request) {
    if (request.error() != ExitStatus::kUsage) AskForReceipt(context, RefusedReceipt(context));
    return request.error();
  }
  if (const auto report = gateway->Describe(request->report)) {
    if (const auto refused = RefusePart(context, **report, *target->format)) return *refused;
  }
  request->presentation.format = target->format;
  request->presentation.options.allow_partial = context.words.Has("allow-partial");
  request->presentation.options.part = context.words.Value("part");
  request->presentation.options.escape_formulas = target->escape_formulas;
  auto answer = gateway->Run(*request);
  if (!answer) return ReportCallError(context, answer.error());
  AskForReceipt(context, answer->receipt);
  if (const auto* rejection = std::get_if<Rejection>(&answer->body)) {
    if (rejection->reason == "incomplete_result") return ReportIncomplete(context, *rejection);
    return Refuse(context, *gateway, *request, *rejection, target->json_body());
  }
  if (const auto* failure = std::get_if<Failure>(&answer->body)) return Refuse(context, *failure, target->json_body());
  return Deliver(context, *target, *std::move(answer), request->accepted, output);
}

}  // namespace querygate::cli
