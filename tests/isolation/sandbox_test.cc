// What a locked-in process can do, tried one by one in processes of their own.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <linux/landlock.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cases.h"

namespace querygate {
namespace {

enum class End { kAllowed, kRefused, kKilled };

struct Case {
  const char* attempt;
  End end;
};

// In a folder that holds the file `there`.
int StatusOf(const std::string& folder, const char* attempt) {
  std::string program = QUERYGATE_SANDBOX_PROBE, where = folder, what = attempt;
  char* arguments[] = {program.data(), where.data(), what.data(), nullptr};
  pid_t process = 0;
  REQUIRE(::posix_spawn(&process, program.c_str(), nullptr, nullptr, arguments, environ) == 0);
  int status = 0;
  REQUIRE(::waitpid(process, &status, 0) == process);
  return status;
}

bool HasLandlock() { return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0; }

}  // namespace

TEST_CASE("a locked-in process reads its folder, computes, and that is all") {
  std::string folder = (std::filesystem::temp_directory_path() / "querygate-XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  std::ofstream(folder + "/there") << "content";
  std::vector<Case> cases = {
      {"read", End::kAllowed},
      {"read a limit", End::kAllowed},
      {"create", End::kRefused},
      {"write", End::kRefused},
      {"read and write", End::kRefused},
      {"truncate while reading", End::kRefused},
      {"create while reading", End::kRefused},
      {"append", End::kRefused},
      {"nameless file", End::kRefused},
      {"truncate", End::kRefused},
      {"unlink", End::kRefused},
      {"rename", End::kRefused},
      {"link", End::kRefused},
      {"make a folder", End::kRefused},
      {"change the mode", End::kRefused},
      {"signal the parent", End::kRefused},
      {"raise a limit", End::kRefused},
      {"executable memory", End::kRefused},
      {"make memory executable", End::kRefused},
      {"send another descriptor's", End::kRefused},
      {"pass a descriptor", End::kRefused},
      {"own signals from a file", End::kRefused},
      {"connect", End::kKilled},
      {"connect a local socket", End::kKilled},
      {"exec", End::kKilled},
      {"fork", End::kKilled},
      {"a thread", End::kKilled},
      {"trace", End::kKilled},
      {"anonymous file", End::kKilled},
      {"ring", End::kKilled},
  };
  if (HasLandlock()) {
    cases.push_back({"read outside", End::kRefused});
    cases.push_back({"list", End::kRefused});
    cases.push_back({"list files", End::kAllowed});
    cases.push_back({"list outside", End::kRefused});
  } else {
    WARN("this kernel has no Landlock: which files may be read was not tried");
  }
  for (const Case& one : cases) {
    INFO(one.attempt);
    const int status = StatusOf(folder, one.attempt);
    INFO("status " << status);
    switch (one.end) {
      case End::kAllowed:
        CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
        break;
      case End::kRefused:
        CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 1));
        break;
      case End::kKilled:
        CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS));
        break;
    }
  }
  std::ifstream there(folder + "/there");
  std::string content;
  there >> content;
  CHECK(content == "content");
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  std::filesystem::remove_all(folder);
}

}  // namespace querygate
