#include "engine/lint/rules/result_aggregates.h"
#include "engine/lint/rules/rules.h"
#include "engine/lint/rules/statement_place.h"
#include "engine/policy/names.h"

namespace querygate::lint {

void FindSumOverflows(const LintInput& input, LintFindings& findings) {
  ForEachResultAggregate(
      input, [&](std::size_t query, std::size_t column, const CompiledStatement& statement, const AggregateCall& call) {
        if (!IsUnboundedSum(input, query, column, call)) return;
        findings.Add("sum-overflow", PlaceOfOffset(statement, call.offset),
                     "a sum beyond 64 bits fails the call, and " +
                         compiling::Quoted(input.report.queries[query].columns[column].name) + " states no range",
                     "state `min` and `max`, or sum exactly with `sum` under result.group");
      });
}

}  // namespace querygate::lint
