// `lint`: findings about declarations and policies.
#include <algorithm>
#include <array>
#include <optional>
#include <ostream>

#include "engine/render/findings_format.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

struct FailLevel {
  std::string_view name;
  std::optional<Severity> severity;  // empty: never
};
constexpr std::array kFailLevels{
    FailLevel{"error", Severity::kError},
    FailLevel{"warning", Severity::kWarning},
    FailLevel{"note", Severity::kNote},
    FailLevel{"never", std::nullopt},
};

// Null when there is no such format.
const FindingsFormat* ChooseFormat(const Context& context) {
  std::string name = context.words.Value("format").value_or("text");
  if (name == "auto") {
    const auto& variable = context.environment.variable;
    const bool on_github = variable && variable("GITHUB_ACTIONS").value_or("") == "true";
    name = on_github ? "github" : "text";
  }
  return FindFindingsFormat(name);
}

// Why nothing could be looked at, as a report: a program that reads a machine format must learn of it there.
FindingsReport AsFaults(const Unusable& unusable) {
  FindingsReport report;
  report.command = "lint";
  report.faults = unusable.diagnostics;
  if (!unusable.message.empty()) {
    Diagnostic fault;
    fault.message = unusable.message;
    fault.help = unusable.help;
    report.faults.push_back(std::move(fault));
  }
  return report;
}

Expected<FindingsReport, Unusable> Lint(const Context& context) {
  GatewayOptions options;
  options.config = context.words.Value("config");
  options.environment = context.environment.variable;
  options.clock = context.environment.clock;
  auto gateway = Gateway::Open(std::move(options));
  if (!gateway) return Unexpected(std::move(gateway).error());
  return gateway->Lint(context.words.operands);
}

std::string Summary(const FindingsReport& report) {
  const std::size_t files = report.files.size();
  std::string text = "checked " + std::to_string(files) + (files == 1 ? " file: " : " files: ");
  Diagnostics all = report.findings;
  all.insert(all.end(), report.faults.begin(), report.faults.end());
  text += CountDiagnostics(all);
  if (!report.suppressed.empty()) text += ", " + std::to_string(report.suppressed.size()) + " suppressed";
  return text + '\n';
}

}  // namespace

std::vector<Option> LintOptions() {
  std::vector<Option> options = ConfigOption();
  options.push_back({"format", "FORMAT", "text (default), compact, json, sarif, github, junit or auto"});
  options.push_back(
      {"fail-level", "LEVEL", "error (default), warning, note or never: findings from which on the exit code is 1"});
  return options;
}

ExitStatus RunLintCommand(Context& context) {
  const FindingsFormat* format = ChooseFormat(context);
  if (format == nullptr) {
    return ReportUsage(context, "unknown format " + *context.words.Value("format"),
                       "--format " + FindingsFormatNames() + ", or auto");
  }
  const std::string level = context.words.Value("fail-level").value_or("error");
  const auto* const fail_level =
      std::find_if(kFailLevels.begin(), kFailLevels.end(), [&](const FailLevel& row) { return row.name == level; });
  if (fail_level == kFailLevels.end()) {
    return ReportUsage(context, "unknown level " + level, "--fail-level error, warning, note or never");
  }

  FindingsOptions options;
  options.colour = context.environment.colour_out;
  options.version = QUERYGATE_VERSION;
  auto report = Lint(context);
  if (!report) {
    if (format->carries_faults) context.out = format->render(AsFaults(report.error()), options);
    return ReportUnusable(context, report.error());
  }
  report->fail_level = fail_level->severity;
  context.out = format->render(*report, options);
  if (!context.json_errors) context.streams.err << Summary(*report);
  // What could not be read was not checked.
  if (!report->faults.empty()) return ExitStatus::kUsage;
  return Fails(*report) ? ExitStatus::kFindings : ExitStatus::kOk;
}

}  // namespace querygate::cli
