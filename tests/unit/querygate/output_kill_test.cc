// `run -o` in processes that are killed, signalled, or race each other.
#include <filesystem>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "tests/cases.h"
#include "tests/unit/querygate/child_process.h"
#include "tests/unit/querygate/judged_calls.h"
#include "tests/unit/querygate/output_deployment.h"

namespace querygate::cli {
namespace {

constexpr int kRows = 50;

// In a copy of this process; `judge` sees the calls there.
int RunInCopy(const OutputDeployment& deployment, const std::string& name, const JudgedCalls::Judge& judge,
              bool owns_process = false) {
  JudgedCalls calls(judge);
  calls.longest_write = 2000;
  Environment environment;
  environment.calls = &calls;
  environment.clock = std::make_shared<const PatientClock>();
  environment.owns_process = owns_process;
  return RunMain(deployment.Words(kRows, {"-o", deployment.target(name)}), environment).exit;
}

void CheckWholeOrAbsent(const OutputDeployment& deployment, const std::string& name) {
  if (std::filesystem::exists(deployment.target(name))) {
    CHECK(ReadText(deployment.target(name)) == OutputDeployment::Csv(kRows));
  }
}

TEST_CASE("killed at any system call, a run leaves no part of a file, and the next run removes what it left") {
  const OutputDeployment deployment;
  const bool links = GENERATE(false, true);
  testing::CaseCount count("system calls of run -o at which it is killed");
  bool left_something = false;
  for (std::size_t number = 1;; ++number) {
    CAPTURE(links, number);
    deployment.EmptyOutput();
    const std::string end = EndOf(StartCopy([&] {
      return RunInCopy(deployment, "first.csv", [&](std::string_view call, std::size_t at) {
        if (at == number) ::raise(SIGKILL);
        return links && call == "rename" ? EINVAL : 0;
      });
    }));
    if (end == "exit 0") break;  // there is no such call
    REQUIRE(count.Add(end == "signal 9"));
    CheckWholeOrAbsent(deployment, "first.csv");
    std::set<std::string> names = deployment.OutputNames();
    names.erase("first.csv");
    CHECK(names.size() <= 1);
    left_something = left_something || !names.empty();

    const std::string next = EndOf(StartCopy([&] { return RunInCopy(deployment, "second.csv", {}); }));
    CHECK(next == "exit 0");
    CHECK(ReadText(deployment.target("second.csv")) == OutputDeployment::Csv(kRows));
    names = deployment.OutputNames();
    names.erase("first.csv");
    CHECK(names == std::set<std::string>{"second.csv"});
    CheckWholeOrAbsent(deployment, "first.csv");
  }
  CHECK(left_something);
}

TEST_CASE("of two processes that write one file, one succeeds and the other is told that it exists") {
  const OutputDeployment deployment;
  Pipe arrived;
  Pipe go;
  const auto start = [&] {
    return StartCopy([&] {
      go.CloseWrite();
      return RunInCopy(deployment, "lines.csv", [&](std::string_view call, std::size_t) {
        if (call != "rename") return 0;
        char byte = 0;
        if (::write(arrived.write, "x", 1) != 1 || ::read(go.read, &byte, 1) != 0) ::_exit(99);
        return 0;
      });
    });
  };
  const pid_t one = start();
  const pid_t other = start();
  // Both have written everything, and both found the name free.
  arrived.CloseWrite();
  char byte = 0;
  REQUIRE(::read(arrived.read, &byte, 1) == 1);
  REQUIRE(::read(arrived.read, &byte, 1) == 1);
  go.CloseWrite();
  const std::multiset<std::string> ends{EndOf(one), EndOf(other)};
  CHECK(ends == std::multiset<std::string>{"exit 0", "exit 5"});
  CHECK(ReadText(deployment.target()) == OutputDeployment::Csv(kRows));
  CHECK(deployment.OutputNames() == std::set<std::string>{"lines.csv"});
}

TEST_CASE("what a living process prepares is not swept") {
  const OutputDeployment deployment;
  Pipe arrived;
  Pipe go;
  const pid_t living = StartCopy([&] {
    go.CloseWrite();
    bool waited = false;
    return RunInCopy(deployment, "slow.csv", [&](std::string_view call, std::size_t) {
      if (call != "write" || waited) return 0;
      waited = true;
      char byte = 0;
      if (::write(arrived.write, "x", 1) != 1 || ::read(go.read, &byte, 1) != 0) ::_exit(99);
      return 0;
    });
  });
  arrived.CloseWrite();
  char byte = 0;
  REQUIRE(::read(arrived.read, &byte, 1) == 1);
  CHECK(RunInCopy(deployment, "quick.csv", {}) == 0);
  CHECK(deployment.OutputNames().size() == 2);
  go.CloseWrite();
  CHECK(EndOf(living) == "exit 0");
  CHECK(deployment.OutputNames() == std::set<std::string>{"quick.csv", "slow.csv"});
}

TEST_CASE("a signal ends a run that is writing, and changes nothing once the file has its name") {
  const OutputDeployment deployment;
  const int signal = GENERATE(SIGHUP, SIGINT, SIGTERM);
  const auto signalled_at = [&](const std::string& last, std::size_t occurrence) {
    deployment.EmptyOutput();
    return EndOf(StartCopy([&] {
      ::dup2(::open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
      std::size_t seen = 0;
      return RunInCopy(
          deployment, "lines.csv",
          [&](std::string_view call, std::size_t) {
            if (call != last || ++seen != occurrence) return 0;
            ::kill(::getpid(), signal);
            // Where the signal is to end the process nothing else may: it waits for it here.
            if (last == "write") ::pause();
            return 0;
          },
          true);
    }));
  };
  CAPTURE(signal);
  CHECK(signalled_at("write", 2) == "signal " + std::to_string(signal));
  CHECK(deployment.OutputNames().empty());
  // While the name is taken, and while the folder is synchronised afterwards.
  for (const auto& [call, occurrence] : {std::pair("rename", 1U), std::pair("sync", 2U)}) {
    CHECK(signalled_at(call, occurrence) == "exit 0");
    CHECK(ReadText(deployment.target()) == OutputDeployment::Csv(kRows));
    CHECK(deployment.OutputNames() == std::set<std::string>{"lines.csv"});
  }
}

}  // namespace
}  // namespace querygate::cli
