// `docs`: a static site about the deployment.
#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/site_folder.h"
#include "tools/querygate/site_pages.h"

namespace querygate::cli {

namespace {

constexpr std::string_view kDefaultFolder = "querygate-docs";

}  // namespace

std::vector<Option> DocsOptions() {
  std::vector<Option> options = ConfigOption();
  options.push_back({"out", "DIR", "where the site is made; default: querygate-docs"});
  return options;
}

ExitStatus RunDocs(Context& context) {
  if (!context.words.operands.empty())
    return ReportUsage(context, "docs takes no operand", "--out DIR names the folder");
  const std::string folder = context.words.Value("out").value_or(std::string(kDefaultFolder));
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();
  const auto site = MakeSite(*gateway);
  if (!site) return ReportUnusable(context, site.error());
  if (const auto written = WriteSiteFolder(folder, *site); !written) {
    Problem problem;
    problem.status = ExitStatus::kNotCommitted;
    problem.reason = written.error().exists ? "output_exists" : "output_failed";
    problem.message = problem.reason;
    problem.help.push_back(written.error().detail + (written.error().exists
                                                         ? "; it was left untouched, name another folder with --out DIR"
                                                         : ""));
    return Report(context, problem);
  }
  context.out = "made " + folder + "; open " + folder + "/index.html\n";
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
