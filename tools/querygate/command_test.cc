// `test`: the declared cases of reports, and `test --mutate`: which mistakes they do not notice.
#include <algorithm>
#include <array>
#include <ostream>

#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/mutation_formats.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/progress.h"
#include "tools/querygate/test_formats.h"

namespace querygate::cli {

namespace {

struct TestFormat {
  std::string_view name;
  std::string (*tests)(const TestSummary& summary, bool colour);
  std::string (*mutants)(const MutationSummary& summary, bool colour);  // null: it has no room for them
};
constexpr std::array kTestFormats{
    TestFormat{"text", &TestText, &MutationText},
    TestFormat{"json", &TestJson, &MutationJson},
    TestFormat{"junit", &TestJunit, nullptr},
};

std::string WithFindings(std::string text, const Diagnostics& diagnostics) {
  return diagnostics.empty() ? text : text + "; " + CountDiagnostics(diagnostics);
}

TestRequest RequestOf(const Context& context, Progress& progress) {
  TestRequest request;
  request.paths = context.words.operands;
  request.filter = context.words.Value("filter").value_or("");
  request.coverage = context.words.Has("coverage");
  request.progress = [&progress](std::size_t done, std::size_t total) { progress.Update(done, total); };
  return request;
}

ExitStatus RunCases(Context& context, const Gateway& gateway, const TestFormat& format) {
  const auto summary = [&] {
    Progress progress(context, "case");
    return gateway.Test(RequestOf(context, progress));
  }();
  if (!summary) return ReportUnusable(context, summary.error());
  context.out = format.tests(*summary, context.environment.colour_out);
  const TestCounts counts = CountCases(*summary);
  if (!context.json_errors) {
    const std::string cases = std::to_string(counts.cases()) + (counts.cases() == 1 ? " case: " : " cases: ");
    context.streams.err << WithFindings(cases + CountText(counts), summary->diagnostics) << '\n';
  }
  if (HasErrors(summary->diagnostics) || counts.invalid > 0) return ExitStatus::kUsage;
  return counts.failed > 0 ? ExitStatus::kFindings : ExitStatus::kOk;
}

ExitStatus RunMutants(Context& context, const Gateway& gateway, const TestFormat& format) {
  const auto summary = [&] {
    Progress progress(context, "mutant");
    return gateway.Mutate(RequestOf(context, progress));
  }();
  if (!summary) return ReportUnusable(context, summary.error());
  context.out = format.mutants(*summary, context.environment.colour_out);
  const MutantCounts counts = CountMutants(*summary);
  if (!context.json_errors) {
    context.streams.err << WithFindings(MutantCountText(counts), summary->diagnostics) << '\n';
  }
  if (HasErrors(summary->diagnostics)) return ExitStatus::kUsage;
  const bool failing = std::any_of(summary->reports.begin(), summary->reports.end(),
                                   [](const trial::MutationResult& result) { return !result.failing.empty(); });
  return failing || counts.survived > 0 ? ExitStatus::kFindings : ExitStatus::kOk;
}

}  // namespace

std::vector<Option> TestOptions() {
  std::vector<Option> options = ConfigOption();
  options.push_back({"format", "FORMAT", "text (default), json or junit"});
  options.push_back({"filter", "TEXT", "only cases (or mutants) whose name, or whose report's name, holds TEXT"});
  options.push_back({"coverage", {}, "tell which values, limits, reasons and grants no case reaches"});
  options.push_back({"mutate", {}, "tell which mistakes the cases do not notice"});
  return options;
}

ExitStatus RunTest(Context& context) {
  const std::string name = context.words.Value("format").value_or("text");
  const auto* const format =
      std::find_if(kTestFormats.begin(), kTestFormats.end(), [&](const TestFormat& row) { return row.name == name; });
  if (format == kTestFormats.end()) {
    return ReportUsage(context, "unknown format " + name, "--format text, json or junit");
  }
  const bool mutate = context.words.Has("mutate");
  if (mutate && context.words.Has("coverage")) {
    return ReportUsage(context, "--coverage and --mutate do not go together", "run them one after the other");
  }
  if (mutate && format->mutants == nullptr) {
    return ReportUsage(context, "--mutate has no format " + name, "--format text or json");
  }
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();
  return mutate ? RunMutants(context, *gateway, *format) : RunCases(context, *gateway, *format);
}

}  // namespace querygate::cli
