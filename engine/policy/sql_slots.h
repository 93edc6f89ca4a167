// From an author's SQL to the statement that runs: every name resolved, every list turned into slots.
// Internal to the compiler.
#pragma once

#include <string>
#include <vector>

#include "engine/policy/compile_context.h"

namespace querygate::compiling {

// Reports every name that is neither a parameter nor a bind of `query`, and every list outside
// `IN (:name)`. Parameters count as used; `used_binds` is indexed like the query's binds.
CompiledStatement ExpandSql(ReportContext& context, const CompiledQuery& query, const AnchoredText& text,
                            std::vector<bool>& used_binds);

}  // namespace querygate::compiling
