#include <catch2/catch.hpp>

#include "tests/unit/load/load_support.h"

namespace querygate {
namespace {

using testing::MakeText;
using testing::Says;
using testing::Summaries;

Loaded<GatewayDeclaration> LoadExecution(const std::string& members) {
  return LoadGateway(MakeText("apiVersion: querygate/v1\nkind: Gateway\nexecution: { " + members + " }\n"), ".");
}

TEST_CASE("a deployment says how calls are executed") {
  const auto loaded =
      LoadExecution("isolation: process, calls: 8, queue: 100000, calls_per_report: 1, calls_per_caller: 1024");
  CHECK(Summaries(loaded.diagnostics).empty());
  REQUIRE(loaded.value);
  const ExecutionDeclaration& execution = loaded.value->execution;
  CHECK(execution.isolation == Isolation::kProcess);
  CHECK(execution.calls->value == 8);
  CHECK(execution.queue->value == 100'000);
  CHECK(execution.calls_per_report->value == 1);
  CHECK(execution.calls_per_caller->value == 1024);
}

TEST_CASE("what is left out is left to the front end") {
  const auto loaded = LoadExecution("isolation: thread");
  REQUIRE(loaded.value);
  CHECK(loaded.value->execution.isolation == Isolation::kThread);
  CHECK_FALSE(loaded.value->execution.calls);
  CHECK_FALSE(loaded.value->execution.queue);
}

TEST_CASE("mistakes in the execution of calls are found where they stand") {
  struct Case {
    std::string members, expected, says;
  };
  for (const Case& one : std::vector<Case>{{"isolation: procss", "invalid-value 3:25", "process"},
                                           {"calls: 0", "invalid-value 3:21", ""},
                                           {"calls: 1025", "invalid-value 3:21", "at most 1024"},
                                           {"queue: 100001", "invalid-value 3:21", "at most 100000"},
                                           {"calls_per_report: -1", "invalid-value 3:32", ""},
                                           {"calls_per_caller: 1.5", "wrong-type 3:32", ""},
                                           {"workers: 4", "unknown-key 3:14", ""}}) {
    INFO(one.members);
    const auto loaded = LoadExecution(one.members);
    CHECK(Summaries(loaded.diagnostics) == std::vector{one.expected});
    if (!one.says.empty()) CHECK(Says(loaded.diagnostics, one.says));
  }
}

}  // namespace
}  // namespace querygate
