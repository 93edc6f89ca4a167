#include <algorithm>

#include "engine/lint/rules/rules.h"
#include "engine/lint/rules/statement_place.h"
#include "engine/policy/names.h"

namespace querygate::lint {

using compiling::Quoted;

void FindLargeTableScans(const LintInput& input, LintFindings& findings) {
  const std::vector<std::string>& large = input.report.source->large;
  ForEachFacts(input, [&](const CompiledStatement& statement, const StatementFacts& facts) {
    for (const std::string& table : facts.scanned) {
      const bool is_large =
          std::any_of(large.begin(), large.end(), [&table](const std::string& name) { return SameName(name, table); });
      if (!is_large) continue;
      findings.Add("large-table-scan", PlaceOfName(statement, table),
                   "the statement walks through all of " + Quoted(table) + ", which the source calls large",
                   "add a condition on the leading columns of one of its indexes");
    }
  });
}

}  // namespace querygate::lint
