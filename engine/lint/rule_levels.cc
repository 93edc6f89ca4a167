#include "engine/lint/rule_levels.h"

#include "engine/base/rule.h"

namespace querygate {

RuleLevels::RuleLevels(const std::vector<LintLevelDeclaration>& declared) {
  for (const LintLevelDeclaration& row : declared) {
    const Rule* rule = FindRule(row.rule.value);
    // The loader has refused others; a level that hides what `run` refuses must not come from anywhere else.
    if (rule != nullptr && !IsEnforced(*rule)) levels_.emplace(rule->alias, row.severity);
  }
}

bool RuleLevels::IsOff(std::string_view alias) const {
  const auto found = levels_.find(alias);
  return found != levels_.end() && !found->second;
}

bool RuleLevels::Apply(Diagnostic& finding) const {
  const auto found = levels_.find(finding.rule);
  if (found == levels_.end()) return true;
  if (!found->second) return false;
  finding.severity = *found->second;
  return true;
}

}  // namespace querygate
