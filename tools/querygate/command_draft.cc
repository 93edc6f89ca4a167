// `draft`: from working SQL to a declaration, its test and, where asked, its source's policy.
#include <algorithm>
#include <ostream>
#include <utility>

#include "engine/load/arguments.h"
#include "engine/render/display_text.h"
#include "engine/render/findings_formats.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/new_files.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

Expected<Arguments, UsageError> ReadWords(const std::vector<std::string>& words, std::string_view what) {
  auto arguments = ParseWordArguments(words);
  if (!arguments)
    return Unexpected(UsageError{std::string(what) + " are NAME=VALUE or NAME:=JSON, each name once", {}});
  return *std::move(arguments);
}

Expected<DraftOrder, UsageError> ReadOrder(const Words& words) {
  DraftOrder order;
  const auto source = words.Value("source");
  const auto sql = words.Value("sql");
  if (!source || !sql) {
    return Unexpected(
        UsageError{"draft needs --source and --sql", "querygate draft --source NAME --sql FILE; querygate help draft"});
  }
  const std::size_t equals = source->find('=');
  order.source = source->substr(0, equals);
  if (equals != std::string::npos) order.database = source->substr(equals + 1);
  if (order.source.empty() || (order.database && order.database->empty())) {
    return Unexpected(UsageError{"--source takes NAME or NAME=FILE", {}});
  }
  order.sql_file = *sql;
  order.name = words.Value("name");
  order.output = words.Value("output");
  if (order.output == "-") order.output.reset();  // shown, not written
  order.write_source = words.Has("write-source");
  order.choices = words.Values("choices");
  auto example = ReadWords(words.operands, "values");
  if (!example) return Unexpected(std::move(example).error());
  order.example = *std::move(example);
  auto scope = ReadWords(words.Values("scope"), "scope values");
  if (!scope) return Unexpected(std::move(scope).error());
  order.scope = *std::move(scope);
  return order;
}

ExitStatus ReportFindings(Context& context, const DraftReply& reply) {
  for (const Diagnostic& diagnostic : reply.draft.findings) {
    context.out += DiagnosticText(diagnostic, context.environment.colour_out);
  }
  Problem problem;
  problem.status = ExitStatus::kFindings;
  problem.reason = "findings";
  problem.message = "nothing was drafted: " + CountDiagnostics(reply.draft.findings);
  return Report(context, problem);
}

ExitStatus ReportFile(Context& context, const FileProblem& fault) {
  Problem problem;
  problem.status = ExitStatus::kNotCommitted;
  problem.reason = fault.exists ? "output_exists" : "output_failed";
  problem.message = problem.reason;
  problem.help.push_back(fault.exists ? fault.path + " exists; nothing was written. --name and -o choose another place"
                                      : "cannot write " + fault.path + "; nothing was written");
  return Report(context, problem);
}

std::string Counted(std::size_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + ' ' + std::string(count == 1 ? one : many);
}

void TellPerson(Context& context, const DraftReply& reply) {
  if (context.json_errors) return;
  std::string text;
  for (const std::string& note : reply.draft.notes) text += "note: " + Printable(note) + '\n';
  const auto& decisions = reply.draft.decisions;
  text += Counted(decisions.size(), "decision is", "decisions are") + " left to you\n";
  for (const draft::Decision& decision : decisions) {
    text +=
        "  " + Printable(decision.path) + ':' + std::to_string(decision.line) + ": " + Printable(decision.text) + '\n';
  }
  context.streams.err << text;
}

}  // namespace

std::vector<Option> DraftOptions() {
  std::vector<Option> options = ConfigOption();
  options.insert(options.end(),
                 {
                     {"source", "NAME[=FILE]", "the source; with FILE its database, to look at rows"},
                     {"sql", "FILE", "a file with one SELECT; parameters are written :name"},
                     {"name", "PATH", "the report's name; default: the source and the file's name"},
                     {"output", "FILE", "where the declaration goes; - shows it and writes nothing", false, "o"},
                     {"write-source", {}, "draft the source's policy, schema snapshot and limits as well"},
                     {"choices", "NAME", "declare what is stored now as the values of this parameter", true},
                     {"scope", "NAME=VALUE", "a scope value, to look at rows of a scoped source", true},
                 });
  return options;
}

ExitStatus RunDraftCommand(Context& context) {
  auto order = ReadOrder(context.words);
  if (!order) return ReportUsage(context, order.error().message, order.error().help);
  auto gateway = OpenConfigured(context);
  if (!gateway) return gateway.error();
  const auto reply = gateway->Draft(*order);
  if (!reply) return ReportUnusable(context, reply.error());
  if (reply->draft.files.empty()) return ReportFindings(context, *reply);

  if (context.words.Value("output") == "-") {
    context.out = reply->draft.files.front().text;
    TellPerson(context, *reply);
    return ExitStatus::kOk;
  }
  std::vector<std::pair<std::string, std::string>> files;
  for (const draft::DraftedFile& file : reply->draft.files) files.emplace_back(file.path, file.text);
  if (auto written = WriteNewFiles(files); !written) return ReportFile(context, written.error());
  for (const auto& [path, text] : files) context.out += "wrote " + Printable(path) + '\n';
  for (const Diagnostic& diagnostic : reply->draft.findings) {
    context.out += DiagnosticText(diagnostic, context.environment.colour_out);
  }
  TellPerson(context, *reply);
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
