// Catch2's main for programs whose database library has faults beneath it, and which are their own workers.
#define CATCH_CONFIG_RUNNER
#include <cstdlib>
#include <iostream>

#include <catch2/catch.hpp>

#include "engine/isolation/worker.h"
#include "tests/faults/faulty_library.h"
#include "tests/faults/scene.h"

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
  using namespace querygate::faults;
  // The file is the scene's and is not closed to a worker yet; without one the plan is the process's own.
  const char* const shared = std::getenv(kPlanVariable);
  if (shared != nullptr) {
    const SharedPlan plan{std::string(shared)};
    InstallFaults(*plan);
    if (const int code = querygate::isolation::RunWorkerIfAsked(argc, argv); code >= 0) return code;
    return EXIT_FAILURE;
  }
  InstallFaults(OwnPlan());
  return Catch::Session().run(argc, argv);
}
