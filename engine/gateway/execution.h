// How this gateway executes calls: what the front end wants and what the deployment says, as one decision.
#pragma once

#include <optional>

#include "engine/base/expected.h"
#include "engine/declaration/gateway.h"
#include "engine/gateway/call_queue.h"
#include "engine/gateway/gateway.h"
#include "engine/isolation/worker_pool.h"

namespace querygate {

struct Execution {
  QueueLimits queue;
  std::optional<isolation::WorkerPoolOptions> workers;  // without: in threads
};

// `declaration` is null without a configuration.
Expected<Execution, Unusable> MakeExecution(const ExecutionOptions& options, const GatewayDeclaration* declaration);

}  // namespace querygate
