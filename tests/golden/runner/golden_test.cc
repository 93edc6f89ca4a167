// Runs every case below tests/golden/cases through the command line in-process and compares stdout, stderr and exit
// codes with what is committed. QUERYGATE_UPDATE_GOLDEN=1 writes them instead; never where CI is set.
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "tests/golden/runner/case_folder.h"
#include "tests/golden/runner/command_words.h"
#include "tests/golden/runner/normalise.h"
#include "tests/project_root.h"
#include "tools/querygate/cli.h"

namespace querygate::golden {
namespace {

namespace fs = std::filesystem;

const fs::path kRepository = testing::ProjectRoot();
const fs::path kCases = kRepository / "tests/golden/cases";

// One command's time. Wall time stands still, so that `now` in a default is the same in every run. Deadlines are not
// what these cases are about: once the command is accepted, it is an hour earlier, and no busy machine can miss one.
class CaseClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point SteadyNow() const override {
    return accepted_.exchange(true) ? start_ - std::chrono::hours(1) : start_;
  }
  Instant WallNow() const override { return *ParseTimestamp("2026-10-01T00:00:00Z"); }

 private:
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  mutable std::atomic<bool> accepted_ = false;
};

class WorkingDirectory {
 public:
  explicit WorkingDirectory(const fs::path& path) : before_(fs::current_path()) { fs::current_path(path); }
  ~WorkingDirectory() {
    std::error_code ignored;
    fs::current_path(before_, ignored);
  }
  WorkingDirectory(const WorkingDirectory&) = delete;
  WorkingDirectory& operator=(const WorkingDirectory&) = delete;

 private:
  fs::path before_;
};

struct Output {
  std::string out, err, exit;
};

Output RunCase(const fs::path& folder) {
  const WorkingFolder working(kRepository, folder);
  const WorkingDirectory inside(working.path());
  const auto variables = ReadEnvironment(folder);
  cli::Environment environment;
  environment.variable = [&](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };

  std::ostringstream out;
  std::ostringstream err;
  Output output;
  std::istringstream lines(ReadText(folder / "command").value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    const auto words = SplitWords(line);
    REQUIRE(words.has_value());
    environment.clock = std::make_shared<const CaseClock>();
    std::istringstream in(ReadText(folder / "stdin").value_or(""));
    output.exit += std::to_string(cli::Main(*words, {in, out, err}, environment)) + '\n';
  }
  output.out = Normalise(out.str(), working.path().string());
  output.err = Normalise(err.str(), working.path().string());
  return output;
}

void Write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  REQUIRE(file.good());
}

void Compare(const fs::path& path, const std::string& actual) {
  const auto expected = ReadText(path);
  INFO("file " << fs::relative(path, kRepository).string());
  REQUIRE(expected.has_value());  // a case without expectations proves nothing
  CHECK(actual == *expected);
}

TEST_CASE("the command line gives exactly the committed output") {
  const std::vector<std::string> cases = FindCases(kCases);
  REQUIRE_FALSE(cases.empty());
  const bool update = std::getenv("QUERYGATE_UPDATE_GOLDEN") != nullptr;
  if (update && std::getenv("CI") != nullptr) FAIL("expected output is not updated where CI is set");

  for (const std::string& name : cases) {
    DYNAMIC_SECTION(name) {
      const fs::path folder = kCases / name;
      const Output output = RunCase(folder);
      if (update) {
        Write(folder / "stdout", output.out);
        Write(folder / "stderr", output.err);
        Write(folder / "exit", output.exit);
      }
      Compare(folder / "exit", output.exit);
      Compare(folder / "stderr", output.err);
      Compare(folder / "stdout", output.out);
    }
  }
}

}  // namespace
}  // namespace querygate::golden
