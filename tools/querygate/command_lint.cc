// `lint`: findings about declarations and policies.
#include <algorithm>
#include <array>
#include <ostream>

#include "engine/render/diagnostics_json.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

std::string TextFindings(const LintSummary& summary, bool colour) {
  std::string text;
  for (const Diagnostic& diagnostic : summary.diagnostics) text += DiagnosticText(diagnostic, colour);
  return text;
}

// The first line of each finding: one line a finding, for editors and grep.
std::string CompactFindings(const LintSummary& summary, bool colour) {
  std::string text;
  for (const Diagnostic& diagnostic : summary.diagnostics) {
    const std::string full = DiagnosticText(diagnostic, colour);
    text += full.substr(0, full.find('\n') + 1);
  }
  return text;
}

std::string JsonFindings(const LintSummary& summary, bool) {
  const auto count = [&](Severity severity) {
    return std::count_if(summary.diagnostics.begin(), summary.diagnostics.end(),
                         [severity](const Diagnostic& diagnostic) { return diagnostic.severity == severity; });
  };
  JsonWriter writer(JsonWriter::Style::kIndented);
  writer.BeginObject();
  writer.Key("files").Integer(static_cast<std::int64_t>(summary.files));
  writer.Key("errors").Integer(count(Severity::kError));
  writer.Key("warnings").Integer(count(Severity::kWarning));
  writer.Key("notes").Integer(count(Severity::kNote));
  WriteDiagnostics(writer.Key("findings"), summary.diagnostics);
  writer.EndObject();
  return std::move(writer).text() + '\n';
}

struct LintFormat {
  std::string_view name;
  std::string (*render)(const LintSummary& summary, bool colour);
};
constexpr std::array kLintFormats{
    LintFormat{"text", &TextFindings},
    LintFormat{"compact", &CompactFindings},
    LintFormat{"json", &JsonFindings},
};

bool Fails(const LintSummary& summary, std::string_view level) {
  return std::any_of(summary.diagnostics.begin(), summary.diagnostics.end(), [level](const Diagnostic& diagnostic) {
    return diagnostic.severity == Severity::kError || (level == "warning" && diagnostic.severity == Severity::kWarning);
  });
}

}  // namespace

std::vector<Option> LintOptions() {
  std::vector<Option> options = ConfigOption();
  options.push_back({"format", "FORMAT", "text (default), compact (one line a finding) or json"});
  options.push_back({"fail-level", "LEVEL", "error (default) or warning: findings from which on the exit code is 1"});
  return options;
}

ExitStatus RunLintCommand(Context& context) {
  const std::string name = context.words.Value("format").value_or("text");
  const auto* const format =
      std::find_if(kLintFormats.begin(), kLintFormats.end(), [&](const LintFormat& row) { return row.name == name; });
  if (format == kLintFormats.end()) {
    return ReportUsage(context, "unknown format " + name, "--format text, compact or json");
  }
  const std::string level = context.words.Value("fail-level").value_or("error");
  if (level != "error" && level != "warning") {
    return ReportUsage(context, "unknown level " + level, "--fail-level error or warning");
  }
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();
  const auto summary = gateway->Lint(context.words.operands);
  if (!summary) return ReportUnusable(context, summary.error());

  context.out = format->render(*summary, context.environment.colour_out);
  if (!context.json_errors) {
    context.streams.err << "checked " + std::to_string(summary->files) +
                               (summary->files == 1 ? " file: " : " files: ") + CountDiagnostics(summary->diagnostics) +
                               '\n';
  }
  // What could not be read was not checked.
  const bool unread = std::any_of(summary->diagnostics.begin(), summary->diagnostics.end(),
                                  [](const Diagnostic& diagnostic) { return diagnostic.rule == "unreadable-file"; });
  if (unread) return ExitStatus::kUsage;
  return Fails(*summary, level) ? ExitStatus::kFindings : ExitStatus::kOk;
}

}  // namespace querygate::cli
