#include <algorithm>

#include "engine/lint/rules/rules.h"
#include "engine/lint/rules/statement_place.h"
#include "engine/policy/names.h"

namespace querygate::lint {

using compiling::Quoted;

// Sorting a few rows is nobody's concern; a table that grows is.
void FindTemporarySorts(const LintInput& input, LintFindings& findings) {
  ForEachFacts(input, [&](const CompiledStatement& statement, const StatementFacts& facts) {
    if (!facts.sorts) return;
    for (const std::string& table : input.report.source->large) {
      const bool read = std::any_of(facts.uses.begin(), facts.uses.end(), [&table](const AccessUse& use) {
        return use.kind <= AccessUse::Kind::kColumn && SameName(use.object, table);
      });
      if (!read) continue;
      findings.Add("temporary-sort", statement.origin.text.position,
                   "rows of " + Quoted(table) + ", which the source calls large, are sorted in memory",
                   "order by the columns of the index in use, or keep the rows few");
      return;
    }
  });
}

}  // namespace querygate::lint
