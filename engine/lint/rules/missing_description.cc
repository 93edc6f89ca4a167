#include <algorithm>

#include "engine/lint/rules/rules.h"
#include "engine/policy/names.h"

namespace querygate::lint {
namespace {

using compiling::Quoted;

bool IsBlank(const std::string& text) { return text.find_first_not_of(" \t\r\n") == std::string::npos; }

// An enum whose every value says what it means needs no further words.
bool ExplainsItself(const ParameterDeclaration& parameter) {
  return !parameter.choices.empty() && std::none_of(parameter.choices.begin(), parameter.choices.end(),
                                                    [](const EnumChoice& choice) { return IsBlank(choice.meaning); });
}

}  // namespace

// A model and a stranger choose by these texts; what comes from the scope nobody chooses.
void FindMissingDescriptions(const LintInput& input, LintFindings& findings) {
  const ReportDeclaration& declaration = *input.report.declaration;
  if (IsBlank(declaration.description.value)) {
    const SourcePosition position =
        declaration.description.position.line > 0 ? declaration.description.position : declaration.title.position;
    findings.Add("missing-description", position, "the report does not say what it is for",
                 "write under `description` what it answers, and what it does not");
  }
  for (const ParameterDeclaration& parameter : declaration.parameters) {
    if (parameter.from_scope || !IsBlank(parameter.documentation.description) || ExplainsItself(parameter)) continue;
    findings.Add("missing-description", parameter.name.position,
                 "parameter " + Quoted(parameter.name.value) + " does not say what it means",
                 "add a `description`; callers see it beside the type");
  }
}

}  // namespace querygate::lint
