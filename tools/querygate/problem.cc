#include "tools/querygate/problem.h"

#include <algorithm>
#include <ostream>

#include "engine/base/suggest.h"
#include "engine/render/diagnostics_json.h"
#include "engine/render/display_text.h"
#include "engine/render/findings_formats.h"
#include "engine/render/json_text.h"

namespace querygate::cli {

namespace {

std::string Coloured(std::string_view text, std::string_view code, bool colour) {
  if (!colour) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

constexpr std::string_view kRed = "1;31";

std::string ProblemText(const Problem& problem, bool colour) {
  std::string text = Coloured(problem.kind + ":", kRed, colour) + ' ' + Printable(problem.message) + '\n';
  for (const Diagnostic& diagnostic : problem.diagnostics) text += DiagnosticText(diagnostic, colour);
  if (!problem.cause.empty()) text += "cause: " + Printable(problem.cause) + '\n';
  for (const std::string& line : problem.help) text += "help: " + Printable(line) + '\n';
  return text;
}

std::string ProblemJson(const Problem& problem) {
  JsonWriter writer;
  writer.BeginObject();
  writer.Key("status").String(problem.kind);
  writer.Key("reason").String(problem.reason);
  writer.Key("exit").Integer(static_cast<int>(problem.status));
  writer.Key("message").String(problem.message);
  writer.Key("help").BeginArray();
  for (const std::string& line : problem.help) writer.String(line);
  writer.EndArray();
  if (!problem.diagnostics.empty()) WriteDiagnostics(writer.Key("findings"), problem.diagnostics);
  if (!problem.cause.empty()) writer.Key("cause").String(problem.cause);
  writer.EndObject();
  return std::move(writer).text() + '\n';
}

std::string Counted(std::ptrdiff_t count, std::string_view noun) {
  return std::to_string(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace

std::string ProblemWords(const Context& context, const Problem& problem) {
  return context.json_errors ? ProblemJson(problem) : ProblemText(problem, context.environment.colour_err);
}

ExitStatus Report(Context& context, const Problem& problem) {
  context.streams.err << ProblemWords(context, problem);
  return problem.status;
}

ExitStatus ReportUsage(Context& context, std::string message, std::string help) {
  Problem problem;
  problem.message = std::move(message);
  if (!help.empty()) problem.help.push_back(std::move(help));
  return Report(context, problem);
}

ExitStatus ReportUnusable(Context& context, const Unusable& unusable) {
  Problem problem;
  problem.reason = "unusable";
  problem.message = unusable.message;
  if (problem.message.empty()) problem.message = "not usable: " + CountDiagnostics(unusable.diagnostics);
  problem.diagnostics = unusable.diagnostics;
  if (!unusable.help.empty()) problem.help.push_back(unusable.help);
  return Report(context, problem);
}

ExitStatus ReportCallError(Context& context, const CallError& error) {
  if (const auto* unusable = std::get_if<Unusable>(&error)) return ReportUnusable(context, *unusable);
  const auto& unknown = std::get<UnknownReport>(error);
  Problem problem;
  problem.reason = "unknown_report";
  problem.message = "there is no report " + unknown.report;
  if (unknown.suggestion) problem.help.push_back("did you mean " + *unknown.suggestion + "?");
  problem.help.emplace_back("querygate list shows the reports");
  return Report(context, problem);
}

std::string Suggestion(std::string_view word, const std::vector<std::string>& candidates, std::string otherwise) {
  const auto near = NearestName(word, candidates);
  return near ? "did you mean " + *near + "?" : std::move(otherwise);
}

std::string CountDiagnostics(const Diagnostics& diagnostics) {
  const auto count = [&](Severity severity) {
    return std::count_if(diagnostics.begin(), diagnostics.end(),
                         [severity](const Diagnostic& diagnostic) { return diagnostic.severity == severity; });
  };
  std::string text;
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kNote}) {
    if (count(severity) == 0) continue;
    if (!text.empty()) text += ", ";
    text += Counted(count(severity), SeverityName(severity));
  }
  return text.empty() ? "no findings" : text;
}

}  // namespace querygate::cli
