// `--version`: what this binary is and which database libraries it runs on.
#include "engine/gateway/about.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

std::vector<Option> VersionOptions() { return {}; }

ExitStatus RunVersion(Context& context) {
  if (!context.words.operands.empty()) return ReportUsage(context, "--version takes no operands");
  context.out = "querygate " QUERYGATE_VERSION "\n";
  for (const std::string& line : BackendVersions()) context.out += line + '\n';
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
