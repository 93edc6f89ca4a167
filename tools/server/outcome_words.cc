#include "tools/server/outcome_words.h"

#include <string_view>
#include <vector>

#include "engine/render/reasons.h"
#include "engine/render/rejection_help.h"
#include "engine/render/result_format.h"

namespace querygate::server {

namespace {

std::string_view Consequence(RejectionKind kind) {
  switch (kind) {
    case RejectionKind::kInvalidRequest:
      return "Nothing was run. Correct the arguments and call again.";
    case RejectionKind::kNotPermitted:
      return "Nothing was run. No argument changes who is asking.";
    case RejectionKind::kRetired:
      return "Nothing was run.";
    case RejectionKind::kInvalidData:
      return "Nothing of the result is shown. The same call gives the same answer until the data changes. This does "
             "not "
             "say that there is no data.";
    case RejectionKind::kNotFound:
      return "There is no such row among those that this caller may see.";
  }
  return {};
}

// The table's words for a reason of ours; a declaration's own reason speaks for itself.
void AddMeaning(std::vector<std::string>& lines, std::string_view reason) {
  if (const Reason* row = FindReason(reason))
    lines.push_back(std::string(reason) + ": " + std::string(row->summary) + '.');
}

std::string Joined(std::string body, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) body += '\n' + line;
  return body;
}

}  // namespace

std::vector<std::string> RejectionLines(const CompiledReport& report, const Arguments& arguments,
                                        const Rejection& rejection) {
  std::vector<std::string> lines;
  // What the parameter takes says more than what kind of mistake it is.
  std::vector<std::string> help = RejectionHelp(report, arguments, rejection);
  if (help.empty() || rejection.kind != RejectionKind::kInvalidRequest) AddMeaning(lines, rejection.reason);
  for (std::string& line : help) lines.push_back(std::move(line));
  lines.emplace_back(Consequence(rejection.kind));
  return lines;
}

std::vector<std::string> FailureLines(const Failure& failure) {
  std::vector<std::string> lines;
  AddMeaning(lines, failure.reason);
  lines.emplace_back(
      "The system could not answer. This is no evidence that there is no data: conclude nothing from it. The call was "
      "not repeated.");
  return lines;
}

std::string RejectionWords(const CompiledReport& report, const Arguments& arguments, const Rejection& rejection) {
  return Joined(RenderRejectionJson(rejection.reason), RejectionLines(report, arguments, rejection));
}

std::string FailureWords(const Failure& failure) {
  return Joined(RenderFailureJson(failure.reason), FailureLines(failure));
}

}  // namespace querygate::server
