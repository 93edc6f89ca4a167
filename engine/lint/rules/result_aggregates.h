// Aggregates that make a result column, with the contract of that column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "engine/lint/rules/rules.h"

namespace querygate::lint {

// `visit` gets the query's index, the column's index and the call.
template <typename Visitor>  // (std::size_t, std::size_t, const CompiledStatement&, const AggregateCall&)
void ForEachResultAggregate(const LintInput& input, const Visitor& visit) {
  const std::size_t queries = std::min(input.report.queries.size(), input.inspection.queries.size());
  for (std::size_t query = 0; query < queries; ++query) {
    const CompiledQuery& compiled = input.report.queries[query];
    const auto& facts = input.inspection.queries[query];
    for (std::size_t index = 0; index < std::min(compiled.statements.size(), facts.size()); ++index) {
      for (const AggregateCall& call : facts[index].aggregates) {
        if (!call.result || *call.result >= facts[index].columns.size()) continue;
        const std::string& name = facts[index].columns[*call.result].name;
        for (std::size_t column = 0; column < compiled.columns.size(); ++column) {
          if (compiled.columns[column].name == name) visit(query, column, compiled.statements[index], call);
        }
      }
    }
  }
}

// AVG and TOTAL always, SUM over a column that holds doubles.
inline bool GivesDouble(const AggregateCall& call) {
  if (call.function == "avg" || call.function == "total") return true;
  if (call.function != "sum" || !call.argument) return false;
  return call.argument->affinity == Affinity::kReal || call.argument->affinity == Affinity::kNumeric;
}

// An integer sum of the database whose contract leaves a bound of 64 bits in place.
inline bool IsUnboundedSum(const LintInput& input, std::size_t query, std::size_t column, const AggregateCall& call) {
  const ColumnDeclaration& declared = input.report.declaration->queries[query].columns[column];
  return call.function == "sum" && !GivesDouble(call) && declared.type == ColumnType::kInteger &&
         declared.choices.empty() && (!declared.min || !declared.max);
}

}  // namespace querygate::lint
