// Catch2's main for programs that are their own workers.
#define CATCH_CONFIG_RUNNER
#include <iostream>

#include <catch2/catch.hpp>

#include "engine/isolation/worker.h"

namespace {

// A line for the table that tools/test prints: the program's assertions and how many of them were wrong.
struct CheckCount : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;

  void testRunEnded(const Catch::TestRunStats& run) override {
    std::cout << "checks | " << run.runInfo.name << " | " << run.totals.assertions.total() << " | "
              << run.totals.assertions.failed << std::endl;
  }
};
CATCH_REGISTER_LISTENER(CheckCount)

}  // namespace

int main(int argc, char** argv) {
  if (const int code = querygate::isolation::RunWorkerIfAsked(argc, argv); code >= 0) return code;
  return Catch::Session().run(argc, argv);
}
