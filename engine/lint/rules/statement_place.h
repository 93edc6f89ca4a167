// Walking the statements with their facts, and where in the author's text something stands.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "engine/base/source_text.h"
#include "engine/lint/rules/rules.h"

namespace querygate::lint {

template <typename Visitor>  // (const CompiledStatement& statement, const StatementFacts& facts)
void ForEachFacts(const LintInput& input, const Visitor& visit) {
  const std::size_t queries = std::min(input.report.queries.size(), input.inspection.queries.size());
  for (std::size_t query = 0; query < queries; ++query) {
    const auto& statements = input.report.queries[query].statements;
    const auto& facts = input.inspection.queries[query];
    for (std::size_t index = 0; index < std::min(statements.size(), facts.size()); ++index) {
      visit(statements[index], facts[index]);
    }
  }
}

// The author's token at an offset of the statement that ran.
SourcePosition PlaceOfOffset(const CompiledStatement& statement, std::size_t offset);

// The first token that names `name`, else the statement as a whole.
SourcePosition PlaceOfName(const CompiledStatement& statement, std::string_view name);

}  // namespace querygate::lint
