// The only place that compiles Catch2's main: it is the slowest file of the build.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <iostream>

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
