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

void AddLine(std::string& text, std::string_view line) {
  if (line.empty()) return;
  text += '\n';
  text += line;
}

// The table's words for a reason of ours; a declaration's own reason speaks for itself.
void AddMeaning(std::string& text, std::string_view reason) {
  if (const Reason* row = FindReason(reason))
    AddLine(text, std::string(reason) + ": " + std::string(row->summary) + '.');
}

}  // namespace

std::string RejectionWords(const CompiledReport& report, const Arguments& arguments, const Rejection& rejection) {
  std::string text = RenderRejectionJson(rejection.reason);
  // What the parameter takes says more than what kind of mistake it is.
  const std::vector<std::string> help = RejectionHelp(report, arguments, rejection);
  if (help.empty() || rejection.kind != RejectionKind::kInvalidRequest) AddMeaning(text, rejection.reason);
  for (const std::string& line : help) AddLine(text, line);
  AddLine(text, Consequence(rejection.kind));
  return text;
}

std::string FailureWords(const Failure& failure) {
  std::string text = RenderFailureJson(failure.reason);
  AddMeaning(text, failure.reason);
  AddLine(
      text,
      "The system could not answer. This is no evidence that there is no data: conclude nothing from it. The call was "
      "not repeated.");
  return text;
}

}  // namespace querygate::server
