#include "engine/lint/rules/rules.h"
#include "engine/lint/rules/statement_place.h"
#include "engine/policy/names.h"

namespace querygate::lint {

using compiling::Quoted;

// A count of different values says by itself that it is about values.
void FindNullableCounts(const LintInput& input, LintFindings& findings) {
  ForEachFacts(input, [&](const CompiledStatement& statement, const StatementFacts& facts) {
    for (const AggregateCall& call : facts.aggregates) {
      if (call.function != "count" || call.distinct || !call.argument || !call.argument->nullable) continue;
      const std::string& column = call.argument->column;
      findings.Add("nullable-count", PlaceOfOffset(statement, call.offset),
                   "rows without " + Quoted(call.argument->table + "." + column) + " are left out of this count",
                   "write COUNT(*) for rows, or COUNT(*) FILTER (WHERE " + column + " IS NOT NULL) to say so");
    }
  });
}

}  // namespace querygate::lint
