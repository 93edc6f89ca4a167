// How the command line tells that something went wrong: one line, then help; or one JSON object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/gateway/gateway.h"
#include "tools/querygate/command.h"

namespace querygate::cli {

struct Problem {
  ExitStatus status = ExitStatus::kUsage;
  std::string kind = "error";    // first word of the line: error, rejected, failed
  std::string reason = "usage";  // for programs
  std::string message;           // the line, without its first word
  std::vector<std::string> help;
  Diagnostics diagnostics;
  std::string cause;  // for the operator; shown only when asked for
};

// In the manner that was asked for, with its line ends.
std::string ProblemWords(const Context& context, const Problem& problem);

// Writes to stderr in the manner that was asked for and gives back the problem's status.
ExitStatus Report(Context& context, const Problem& problem);

ExitStatus ReportUsage(Context& context, std::string message, std::string help = {});
ExitStatus ReportUnusable(Context& context, const Unusable& unusable);
ExitStatus ReportCallError(Context& context, const CallError& error);

// "did you mean X?" when one of the candidates is near, else `otherwise`.
std::string Suggestion(std::string_view word, const std::vector<std::string>& candidates, std::string otherwise);

// "2 errors, 1 warning"; "no findings" for none.
std::string CountDiagnostics(const Diagnostics& diagnostics);

}  // namespace querygate::cli
