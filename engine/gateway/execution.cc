#include "engine/gateway/execution.h"

#include <algorithm>
#include <thread>

namespace querygate {
namespace {

// Two even on one core: a call that waits for the disk or for a lock keeps no core busy.
std::int64_t DefaultCalls() { return std::max<std::int64_t>(2, std::thread::hardware_concurrency()); }

std::size_t CountOr(const std::optional<Located<std::int64_t>>& declared, std::int64_t otherwise) {
  return static_cast<std::size_t>(declared ? declared->value : otherwise);
}

}  // namespace

Expected<Execution, Unusable> MakeExecution(const ExecutionOptions& options, const GatewayDeclaration* declaration) {
  const ExecutionDeclaration declared = declaration == nullptr ? ExecutionDeclaration{} : declaration->execution;
  Execution execution;
  QueueLimits& queue = execution.queue;
  queue.running = CountOr(declared.calls, DefaultCalls());
  queue.waiting = CountOr(declared.queue, static_cast<std::int64_t>(16 * queue.running));
  queue.per_report = std::min(queue.running, CountOr(declared.calls_per_report, INT64_MAX));
  queue.per_caller = std::min(queue.running, CountOr(declared.calls_per_caller, INT64_MAX));
  queue.waiting_per_caller = std::max<std::size_t>(1, queue.waiting / 4);

  const Isolation isolation = options.forced ? *options.forced : declared.isolation.value_or(options.isolation);
  if (isolation == Isolation::kThread) return execution;
  if (options.worker_program.empty()) {
    return Unexpected(Unusable{"this program has no worker processes",
                               "set `execution: { isolation: thread }`, or give it a program that can be a worker",
                               {}});
  }
  isolation::WorkerPoolOptions workers;
  workers.program = {options.worker_program, options.worker_environment, options.keep_worker_errors};
  workers.max_workers = queue.running;
  workers.bound_address_space = options.bound_address_space;
  execution.workers = std::move(workers);
  return execution;
}

}  // namespace querygate
