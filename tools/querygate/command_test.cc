// `test`: the declared cases of reports.
#include <algorithm>
#include <array>
#include <ostream>

#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/progress.h"
#include "tools/querygate/test_formats.h"

namespace querygate::cli {

namespace {

struct TestFormat {
  std::string_view name;
  std::string (*render)(const TestSummary& summary, bool colour);
};
constexpr std::array kTestFormats{
    TestFormat{"text", &TestText},
    TestFormat{"json", &TestJson},
    TestFormat{"junit", &TestJunit},
};

std::string SummaryLine(const TestSummary& summary) {
  const TestCounts counts = CountCases(summary);
  std::string text =
      std::to_string(counts.cases()) + (counts.cases() == 1 ? " case: " : " cases: ") + CountText(counts);
  if (!summary.diagnostics.empty()) text += "; " + CountDiagnostics(summary.diagnostics);
  return text;
}

}  // namespace

std::vector<Option> TestOptions() {
  std::vector<Option> options = ConfigOption();
  options.push_back({"format", "FORMAT", "text (default), json or junit"});
  options.push_back({"filter", "TEXT", "only cases whose name, or whose report's name, holds TEXT"});
  return options;
}

ExitStatus RunTest(Context& context) {
  const std::string name = context.words.Value("format").value_or("text");
  const auto* const format =
      std::find_if(kTestFormats.begin(), kTestFormats.end(), [&](const TestFormat& row) { return row.name == name; });
  if (format == kTestFormats.end()) {
    return ReportUsage(context, "unknown format " + name, "--format text, json or junit");
  }
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();

  TestRequest request;
  request.paths = context.words.operands;
  request.filter = context.words.Value("filter").value_or("");
  Expected<TestSummary, Unusable> summary = [&] {
    Progress progress(context, "case");
    request.progress = [&](std::size_t done, std::size_t total) { progress.Update(done, total); };
    return gateway->Test(request);
  }();
  if (!summary) return ReportUnusable(context, summary.error());

  context.out = format->render(*summary, context.environment.colour_out);
  if (!context.json_errors) context.streams.err << SummaryLine(*summary) << '\n';
  const TestCounts counts = CountCases(*summary);
  if (HasErrors(summary->diagnostics) || counts.invalid > 0) return ExitStatus::kUsage;
  return counts.failed > 0 ? ExitStatus::kFindings : ExitStatus::kOk;
}

}  // namespace querygate::cli
