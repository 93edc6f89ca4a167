// Workers for the sources of one gateway: warm ones are kept, calls that take too long are ended from outside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "engine/backend/backend.h"
#include "engine/isolation/nursery.h"
#include "engine/isolation/pool_statistics.h"
#include "engine/run/answer.h"

namespace querygate::isolation {

struct CallMessage;

struct WorkerPoolOptions {
  WorkerProgram program;
  std::size_t max_workers = 2;      // at least as many as calls run at a time
  bool bound_address_space = true;  // off only for programs whose tools reserve more than there is: sanitizers
};

// Thread-safe. The destructor ends every worker.
class WorkerPool {
 public:
  explicit WorkerPool(WorkerPoolOptions options);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // As AnswerCall, in a worker of this source and place. What a worker may do to a call besides: it is killed at
  // the deadline (deadline_exceeded), it cannot be started or locked in (query_unavailable), it ends or breaks
  // the protocol (query_failed). No such worker is used again.
  Answer Call(const std::shared_ptr<const CompiledReport>& report, const DataPlace& place,
              const Bindings& bindings, const CallContext& context, const Presentation& presentation);

  // As querygate::Rehearse, in a worker.
  std::optional<Failure> Rehearse(const std::shared_ptr<const CompiledReport>& report, const DataPlace& place,
                                  const CallContext& context);

  PoolStatistics statistics() const;

 private:
  struct Worker;

  // Everything but the number and the digest is in `call` already.
  Answer Ask(const std::shared_ptr<const CompiledReport>& report, const DataPlace& place, CallMessage call,
             const CallContext& context);

  Expected<std::unique_ptr<Worker>, Failure> Acquire(const CompiledReport& report, const DataPlace& place,
                                                     SteadyTime until);
  Expected<void, Failure> Attach(Worker& worker, const CompiledReport& report, SteadyTime until, int cancel);
  // The body of the answer message.
  Expected<std::string, Failure> Converse(Worker& worker, const CompiledReport& report, const std::string& call,
                                          const CallContext& context, SteadyTime until, int cancel);
  Expected<void, Failure> Bound(Worker& worker, const CallContext& context);
  Failure Explain(Worker& worker, ChannelEnd end);
  void Release(std::unique_ptr<Worker> worker, bool sound);

  const WorkerPoolOptions options_;
  Nursery nursery_;
  mutable std::mutex mutex_;
  std::list<std::unique_ptr<Worker>> idle_;  // the one used last in front
  PoolStatistics statistics_;
  std::uint64_t next_number_ = 1;
};

}  // namespace querygate::isolation
