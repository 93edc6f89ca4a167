#include "engine/gateway/execution.h"

#include <catch2/catch.hpp>

namespace querygate {
namespace {

Located<std::int64_t> Count(std::int64_t value) { return {value, {}}; }

}  // namespace

TEST_CASE("who decides about isolation: the command line, then the deployment, then the front end") {
  struct Case {
    Isolation front_end;
    std::optional<Isolation> deployment, forced;
    bool workers;
  };
  constexpr auto kThread = Isolation::kThread;
  constexpr auto kProcess = Isolation::kProcess;
  for (const Case& one : std::vector<Case>{{kThread, {}, {}, false},
                                           {kProcess, {}, {}, true},
                                           {kThread, kProcess, {}, true},
                                           {kProcess, kThread, {}, false},
                                           {kThread, kProcess, kThread, false},
                                           {kProcess, kThread, kProcess, true}}) {
    GatewayDeclaration declaration;
    declaration.execution.isolation = one.deployment;
    ExecutionOptions options;
    options.isolation = one.front_end;
    options.forced = one.forced;
    options.worker_program = "/bin/worker";
    const auto execution = MakeExecution(options, &declaration);
    REQUIRE(execution);
    CHECK(execution->workers.has_value() == one.workers);
  }
}

TEST_CASE("counts are the deployment's, and each call has a worker") {
  GatewayDeclaration declaration;
  declaration.execution.calls = Count(6);
  declaration.execution.queue = Count(40);
  declaration.execution.calls_per_report = Count(3);
  declaration.execution.calls_per_caller = Count(50);
  ExecutionOptions options;
  options.isolation = Isolation::kProcess;
  options.worker_program = "/bin/worker";
  const auto execution = MakeExecution(options, &declaration);
  REQUIRE(execution);
  CHECK(execution->queue.running == 6);
  CHECK(execution->queue.waiting == 40);
  CHECK(execution->queue.per_report == 3);
  CHECK(execution->queue.per_caller == 6);  // no more than run at all
  CHECK(execution->queue.waiting_per_caller == 10);
  REQUIRE(execution->workers);
  CHECK(execution->workers->max_workers == 6);
  CHECK(execution->workers->program.environment.empty());
}

TEST_CASE("without a program for workers a deployment that asks for them is unusable") {
  ExecutionOptions options;
  options.isolation = Isolation::kProcess;
  const auto execution = MakeExecution(options, nullptr);
  REQUIRE_FALSE(execution);
  CHECK(execution.error().message == "this program has no worker processes");
  options.isolation = Isolation::kThread;
  CHECK(MakeExecution(options, nullptr));
}

}  // namespace querygate
