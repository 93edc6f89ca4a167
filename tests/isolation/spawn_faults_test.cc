// Workers that cannot be started for want of descriptors or of a program: a named failure, nothing left open, and an
// answer as soon as they can.
#include <csignal>
#include <filesystem>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cases.h"
#include "tests/documents/scenario.h"
#include "tests/isolation/isolated_gateway.h"

namespace querygate {
namespace {

using scenario::Folder;
using testing::Hear;
using testing::MakeUnits;
using testing::OpenIsolated;
using testing::UnitsRequest;
using testing::WorkerProcesses;

std::set<int> OpenNumbers() {
  std::set<int> numbers;
  for (int number = 0; number < 256; ++number) {
    if (::fcntl(number, F_GETFD) >= 0) numbers.insert(number);
  }
  return numbers;
}

// While it lives, no descriptor of this process can have `first` or a higher number.
class DescriptorLimit {
 public:
  explicit DescriptorLimit(int first) {
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
    const rlimit lower{static_cast<rlim_t>(first), before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &lower) == 0);
  }
  ~DescriptorLimit() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  DescriptorLimit(const DescriptorLimit&) = delete;
  DescriptorLimit& operator=(const DescriptorLimit&) = delete;

 private:
  rlimit before_{};
};

// A gateway that knows everything but has no worker: the one that it had is dead, which it finds at the next call.
void LoseWorker(const Gateway& gateway) {
  CHECK(Hear(gateway.Run(UnitsRequest())).reason == "ok");
  for (const pid_t worker : WorkerProcesses()) {
    ::kill(worker, SIGKILL);
    siginfo_t ended{};
    CHECK(::waitid(P_PID, static_cast<id_t>(worker), &ended, WEXITED | WNOWAIT) == 0);
  }
}

}  // namespace

TEST_CASE("whichever descriptor a new worker cannot have, the call fails and nothing is left open") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  const std::string body = MakeUnits(path, 7);
  // Also where the number of the workers' channel is free in this process, and where it is taken.
  const bool taken = GENERATE(false, true);
  int holder = -1;
  while (taken && holder < 3) holder = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const std::set<int> open = OpenNumbers();
  testing::CaseCount count("workers that cannot be started for want of descriptors");
  std::size_t failures = 0;
  for (int limit = 3;; ++limit) {
    CAPTURE(taken, limit);
    REQUIRE(limit < 64);
    std::string reason;
    {
      const Gateway gateway = OpenIsolated({{"logistics", path}});
      LoseWorker(gateway);
      {
        const DescriptorLimit lowered(limit);
        const auto heard = Hear(gateway.Run(UnitsRequest()));
        INFO(heard.cause);
        reason = heard.reason;
        CHECK(count.Add(reason == "query_unavailable" || (reason == "ok" && heard.text == body)));
      }
      CHECK(Hear(gateway.Run(UnitsRequest())).text == body);
      CHECK(WorkerProcesses().size() == 1);
    }
    CHECK(OpenNumbers() == open);
    CHECK(WorkerProcesses().empty());
    if (reason == "ok") break;
    ++failures;
  }
  // The two ends of the channel, and the handle of the process.
  CHECK(failures >= 3);
  for (int number : OpenNumbers()) {
    if (taken && number >= 3 && number <= holder) ::close(number);
  }
}

TEST_CASE("a program that appears after it was missing is started") {
  const Folder folder;
  const std::string path = folder / "units.sqlite";
  const std::string body = MakeUnits(path, 7);
  const std::set<int> open = OpenNumbers();
  {
    const Gateway gateway = OpenIsolated({{"logistics", path}}, folder / "worker");
    for (int call = 0; call < 3; ++call) CHECK(Hear(gateway.Run(UnitsRequest())).reason == "query_unavailable");
    CHECK(WorkerProcesses().empty());
    std::filesystem::create_symlink(std::filesystem::read_symlink("/proc/self/exe"), folder / "worker");
    CHECK(Hear(gateway.Run(UnitsRequest())).text == body);
  }
  CHECK(OpenNumbers() == open);
}

}  // namespace querygate
