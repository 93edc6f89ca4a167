// `run -o` when the system fails at any one point: the exact file or output_failed, nothing in between.
#include <cerrno>
#include <filesystem>

#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/unit/querygate/judged_calls.h"
#include "tests/unit/querygate/output_deployment.h"
#include "tools/querygate/temporary_name.h"

namespace querygate::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kRows = 50;

RunResult RunWith(const OutputDeployment& deployment, const SystemCalls& calls,
                  std::shared_ptr<const Clock> clock = std::make_shared<const PatientClock>()) {
  Environment environment;
  environment.calls = &calls;
  environment.clock = std::move(clock);
  return RunMain(deployment.Words(kRows, {"-o", deployment.target()}), environment);
}

const std::string kStale = ".querygate-output-0123456789abcdef.tmp";

void PutStaleFile(const OutputDeployment& deployment) { WriteText(deployment.target(kStale), "left behind"); }

// The calls of a run that nothing disturbs.
std::vector<std::string> CallsOfWholeRun(const OutputDeployment& deployment, bool stale, int rename_error) {
  deployment.EmptyOutput();
  if (stale) PutStaleFile(deployment);
  JudgedCalls calls([&](std::string_view call, std::size_t) { return call == "rename" ? rename_error : 0; });
  calls.longest_write = 2000;
  const RunResult result = RunWith(deployment, calls);
  REQUIRE(result.exit == 0);
  REQUIRE(result.out.empty());
  REQUIRE(result.err.empty());
  REQUIRE(ReadText(deployment.target()) == OutputDeployment::Csv(kRows));
  REQUIRE(deployment.OutputNames() == std::set<std::string>{"lines.csv"});
  return calls.made();
}

// The sweep stands between the look at the target's name and the creation of the temporary file.
constexpr std::size_t kBeforeSweep = 2;
std::size_t LastOfSweep(bool stale) { return kBeforeSweep + (stale ? 7 : 1); }

// A call that may fail without anything being lost.
bool MayFail(const std::vector<std::string>& calls, std::size_t number, bool stale) {
  const std::string& call = calls[number - 1];
  return call == "close" || call == "unlink" || (number > kBeforeSweep && number <= LastOfSweep(stale));
}

TEST_CASE("a result is on stable storage before it has its name, and its name is afterwards") {
  const OutputDeployment deployment;
  CHECK(CallsOfWholeRun(deployment, false, 0) == std::vector<std::string>{"open", "status of", "open", "open", "lock",
                                                                          "status", "write", "write", "write", "sync",
                                                                          "rename", "sync", "close", "close"});
  CHECK(CallsOfWholeRun(deployment, true, EINVAL) ==
        std::vector<std::string>{"open",   "status of", "open",   "open",   "lock",  "status", "status of", "unlink",
                                 "close",  "open",      "lock",   "status", "write", "write",  "write",     "sync",
                                 "rename", "link",      "unlink", "sync",   "close", "close"});
}

TEST_CASE("whichever system call fails, the outcome is the exact file or output_failed") {
  const OutputDeployment deployment;
  const bool stale = GENERATE(false, true);
  const bool links = GENERATE(false, true);
  const int rename_error = links ? EINVAL : 0;
  const std::vector<std::string> whole = CallsOfWholeRun(deployment, stale, rename_error);
  const std::set<std::string> open = OpenDescriptors();
  testing::CaseCount count("system calls of run -o that fail");
  std::size_t delivered = 0;
  for (std::size_t number = 1; number <= whole.size(); ++number) {
    for (const int error : {EIO, ENOSPC, EINTR}) {
      CAPTURE(stale, links, number, whole[number - 1], error);
      deployment.EmptyOutput();
      if (stale) PutStaleFile(deployment);
      JudgedCalls calls([&](std::string_view call, std::size_t at) {
        if (at == number) return error;
        return call == "rename" ? rename_error : 0;
      });
      calls.longest_write = 2000;
      const RunResult result = RunWith(deployment, calls);
      CHECK(count.Add(result.exit == 0 || result.exit == 5));
      CHECK(result.out.empty());
      CHECK(OpenDescriptors() == open);
      const bool there = fs::exists(fs::symlink_status(deployment.target()));
      if (there) CHECK(ReadText(deployment.target()) == OutputDeployment::Csv(kRows));
      if (result.exit == 0) {
        CHECK(there);
        CHECK(result.err.empty());
        CHECK((MayFail(whole, number, stale) || error == EINTR));
        ++delivered;
      } else {
        CHECK(result.err.starts_with("error: output_failed\nhelp: "));
        CHECK(result.err.find("error:", 1) == std::string::npos);
        CHECK(there == (result.err.find("is there and whole") != std::string::npos));
      }
      std::set<std::string> names = deployment.OutputNames();
      names.erase("lines.csv");
      if (names.erase(kStale) != 0) CHECK((stale && number <= LastOfSweep(stale)));
      CHECK(names.size() <= (whole[number - 1] == "unlink" ? 1U : 0U));
    }
  }
  CHECK(delivered > 0);
}

TEST_CASE("whichever system call fails, a file that exists stays as it is") {
  const OutputDeployment deployment;
  const std::vector<std::string> whole = CallsOfWholeRun(deployment, false, 0);
  for (std::size_t number = 1; number <= whole.size(); ++number) {
    CAPTURE(number, whole[number - 1]);
    deployment.EmptyOutput();
    WriteText(deployment.target(), "old");
    const JudgedCalls calls([&](std::string_view, std::size_t at) { return at == number ? EIO : 0; });
    CHECK(RunWith(deployment, calls).exit == 5);
    CHECK(ReadText(deployment.target()) == "old");
    CHECK(deployment.OutputNames() == std::set<std::string>{"lines.csv"});
  }
}

TEST_CASE("a file that appears while the query runs is not replaced") {
  const OutputDeployment deployment;
  const bool links = GENERATE(false, true);
  const JudgedCalls calls([&](std::string_view call, std::size_t) {
    if (call == "rename" && links) return EINVAL;
    if (call == (links ? "link" : "rename")) WriteText(deployment.target(), "theirs");
    return 0;
  });
  const RunResult result = RunWith(deployment, calls);
  CHECK(result.exit == 5);
  CHECK(result.err.starts_with("error: output_exists\nhelp: "));
  CHECK(ReadText(deployment.target()) == "theirs");
  CHECK(deployment.OutputNames() == std::set<std::string>{"lines.csv"});
}

TEST_CASE("a file system that can only replace is told of, and nothing is published") {
  const OutputDeployment deployment;
  const JudgedCalls calls([](std::string_view call, std::size_t) {
    if (call == "rename") return EINVAL;
    return call == "link" ? EPERM : 0;
  });
  const RunResult result = RunWith(deployment, calls);
  CHECK(result.exit == 5);
  CHECK(result.err.find("this file system cannot publish without replacing") != std::string::npos);
  CHECK(deployment.OutputNames().empty());
}

TEST_CASE("a publication whose answer was lost is a publication") {
  const OutputDeployment deployment;
  const std::string lost = GENERATE(std::string("rename"), std::string("link"));
  const JudgedCalls calls([&](std::string_view call, std::size_t) {
    if (call == lost) return -EIO;
    return call == "rename" ? EINVAL : 0;
  });
  const RunResult result = RunWith(deployment, calls);
  CHECK(result.exit == 0);
  CHECK(result.err.empty());
  CHECK(ReadText(deployment.target()) == OutputDeployment::Csv(kRows));
  CHECK(deployment.OutputNames() == std::set<std::string>{"lines.csv"});
}

TEST_CASE("a temporary file that a sweeper took before it was locked is made again") {
  const OutputDeployment deployment;
  bool taken = false;
  const JudgedCalls calls([&](std::string_view call, std::size_t) {
    if (call != "lock" || taken) return 0;
    taken = true;
    for (const std::string& name : deployment.OutputNames()) fs::remove(deployment.target(name));
    return 0;
  });
  CHECK(RunWith(deployment, calls).exit == 0);
  CHECK(taken);
  CHECK(deployment.OutputNames() == std::set<std::string>{"lines.csv"});
}

TEST_CASE("the deadline holds until the file has its name, and not a moment longer") {
  const OutputDeployment deployment;
  const auto run = [&](const std::string& last) {
    deployment.EmptyOutput();
    const auto clock = std::make_shared<PatientClock>();
    const JudgedCalls calls([&](std::string_view call, std::size_t) {
      if (call == last) clock->PassDeadlines();
      return 0;
    });
    return RunWith(deployment, calls, clock);
  };
  const RunResult before = run("sync");
  CHECK(before.exit == 6);
  CHECK(before.err.starts_with("failed: deadline_exceeded\n"));
  CHECK(deployment.OutputNames().empty());
  const RunResult after = run("rename");
  CHECK(after.exit == 0);
  CHECK(after.out.empty());
  CHECK(after.err.empty());
  CHECK(ReadText(deployment.target()) == OutputDeployment::Csv(kRows));
}

TEST_CASE("a link that leads nowhere is a taken name, told before a source is looked for") {
  const OutputDeployment deployment;
  fs::remove(deployment.root() / "log.sqlite");
  fs::create_symlink(deployment.target("nowhere"), deployment.target());
  const JudgedCalls calls;
  const RunResult result = RunWith(deployment, calls);
  CHECK(result.exit == 5);
  CHECK(result.err.starts_with("error: output_exists\n"));
  CHECK(calls.made() == std::vector<std::string>{"open", "status of", "close"});
  CHECK(fs::is_symlink(fs::symlink_status(deployment.target())));
  CHECK(deployment.OutputNames() == std::set<std::string>{"lines.csv"});
}

TEST_CASE("the file is for its owner alone") {
  const OutputDeployment deployment;
  CHECK(RunWith(deployment, JudgedCalls()).exit == 0);
  CHECK(fs::status(deployment.target()).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("only what looks and is locked like a dead owner's file is swept") {
  const OutputDeployment deployment;
  const std::string name = MakeTemporaryName();
  REQUIRE(IsTemporaryName(name));
  CHECK_FALSE(IsTemporaryName(name + "x"));
  CHECK_FALSE(IsTemporaryName("x" + name));
  CHECK_FALSE(IsTemporaryName(".querygate-output-0123456789ABCDEF.tmp"));
  const std::string folder = ".querygate-output-00000000000000aa.tmp";
  const std::string link = ".querygate-output-00000000000000bb.tmp";
  const std::string other = ".querygate-output-00000000000000.tmp";
  PutStaleFile(deployment);
  fs::create_directory(deployment.target(folder));
  fs::create_symlink(deployment.root() / "querygate.yaml", deployment.target(link));
  WriteText(deployment.target(other), "mine");
  CHECK(RunWith(deployment, JudgedCalls()).exit == 0);
  CHECK(deployment.OutputNames() == std::set<std::string>{"lines.csv", folder, link, other});
}

}  // namespace
}  // namespace querygate::cli
