#include "engine/render/rejection_help.h"

#include <string_view>

#include "engine/base/suggest.h"
#include "engine/render/type_words.h"
#include "engine/render/window_words.h"

namespace querygate {

namespace {

const ParameterSpec* FindOffered(const CompiledReport& report, std::string_view name) {
  const auto index = report.FindParameter(name);
  if (!index || report.parameters[*index].from_scope) return nullptr;
  return &report.parameters[*index];
}

// The parameters that a caller may send, and the nearest one to each name that is none of them.
void AddUnknownArgumentHelp(const CompiledReport& report, const Arguments& arguments, std::vector<std::string>& help) {
  std::vector<std::string> offered;
  std::string list;
  for (const ParameterSpec& parameter : report.parameters) {
    if (parameter.from_scope) continue;
    offered.push_back(parameter.name);
    list += (list.empty() ? "" : ", ") + parameter.name;
  }
  for (const auto& [name, argument] : arguments) {
    if (FindOffered(report, name) != nullptr) continue;
    if (const auto near = NearestName(name, offered)) help.push_back("did you mean " + *near + "?");
  }
  help.push_back(list.empty() ? "the report takes no arguments" : "the report takes: " + list);
}

}  // namespace

std::vector<std::string> RejectionHelp(const CompiledReport& report, const Arguments& arguments,
                                       const Rejection& rejection) {
  std::vector<std::string> help;
  if (rejection.reason == "unknown_argument") {
    AddUnknownArgumentHelp(report, arguments, help);
  } else if (rejection.kind == RejectionKind::kRetired && !report.replaced_by.empty()) {
    help.push_back("it was replaced by " + report.replaced_by);
  } else if (rejection.reason == "invalid_window") {
    for (const WindowRule& window : report.windows) {
      const bool offered = FindOffered(report, report.parameters[window.start].name) != nullptr ||
                           FindOffered(report, report.parameters[window.end].name) != nullptr;
      if (offered && report.parameters[window.start].name == rejection.subject)
        help.push_back(WindowText(report, window));
    }
  } else if (rejection.kind == RejectionKind::kInvalidRequest) {
    if (const ParameterSpec* parameter = FindOffered(report, rejection.subject)) {
      help.push_back(parameter->name + " takes: " + AcceptedValues(*parameter));
    }
  }
  return help;
}

}  // namespace querygate
