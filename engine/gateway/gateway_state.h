// What a gateway is made of, and the way of a call through it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "engine/gateway/call_queue.h"
#include "engine/gateway/deployment.h"
#include "engine/gateway/execution.h"
#include "engine/gateway/gateway.h"
#include "engine/gateway/identity.h"
#include "engine/gateway/library.h"
#include "engine/gateway/location_error.h"
#include "engine/gateway/source_pool.h"
#include "engine/isolation/worker_pool.h"
#include "engine/run/bind.h"

namespace querygate {

// What outlives a change of the declarations.
struct Gateway::Shared {
  Shared(Deployment opened, std::shared_ptr<const Clock> time, const Execution& execution)
      : deployment(std::move(opened)), clock(std::move(time)), queue(execution.queue) {
    if (execution.workers) workers = std::make_unique<isolation::WorkerPool>(*execution.workers);
  }

  const Deployment deployment;
  const std::shared_ptr<const Clock> clock;
  CallQueue queue;
  std::unique_ptr<isolation::WorkerPool> workers;  // null: calls run in threads
};

// One set of declarations. Thread-safe.
struct Gateway::State {
  explicit State(std::shared_ptr<Shared> with)
      : shared(std::move(with)),
        deployment(shared->deployment),
        clock(shared->clock),
        library(Catalog(deployment.reports_directory(), deployment.policies_directory())),
        sources(library) {}

  Expected<std::shared_ptr<const CompiledReport>, CallError> Find(const std::string& id);

  // All that is decided before a source is opened.
  struct Admitted {
    std::shared_ptr<const CompiledReport> report;
    Caller caller;
    Bindings bindings;
    CallContext context;
  };
  Expected<std::variant<Admitted, Rejection>, CallError> Admit(const CallRequest& request);
  Expected<AttachedSource*, LocationError> Open(const Admitted& admitted);
  Expected<DataPlace, LocationError> Locate(const Admitted& admitted) const;
  Expected<Answer, CallError> Run(const CallRequest& request);
  Answer Execute(const Admitted& admitted, const DataPlace& place, const Presentation& presentation);

  std::optional<Failure> Rehearse(const std::shared_ptr<const CompiledReport>& report, const DataPlace& place);

  const std::shared_ptr<Shared> shared;
  const Deployment& deployment;
  const std::shared_ptr<const Clock> clock;
  Library library;
  SourcePool sources;
};

}  // namespace querygate
