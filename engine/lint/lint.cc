#include "engine/lint/lint.h"

#include <algorithm>

#include "engine/lint/rules/rules.h"
#include "engine/lint/violations.h"

namespace querygate {

Diagnostics LintReport(const CompiledReport& report, const Inspection& inspection) {
  const lint::LintInput input{report, inspection};
  lint::LintFindings findings(report);
  lint::TellViolations(input, findings);
  for (const lint::LintRule& rule : lint::LintRules()) rule.run(input, findings);
  Diagnostics diagnostics = findings.Take();
  SortDiagnostics(diagnostics);
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end()), diagnostics.end());
  return diagnostics;
}

}  // namespace querygate
