// Runs the queries of one report in one read transaction and builds the whole result, or nothing.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/run/bind.h"
#include "engine/run/outcome.h"

namespace querygate {

// The statement that a query's choice picks; statements.size() when there is none, which the compiler rules out.
std::size_t ChooseStatement(const CompiledQuery& query, const std::vector<BoundParameter>& parameters);

// What is known of a call before anything was spent.
Receipt BeginReceipt(const CompiledReport& report, const CallContext& context);

// `context.budget` is the report's, possibly narrowed by the host. Never throws; never delivers a part.
Outcome Execute(const std::shared_ptr<const CompiledReport>& report, const Bindings& bindings, AttachedSource& source,
                const CallContext& context, const Clock& clock);

}  // namespace querygate
