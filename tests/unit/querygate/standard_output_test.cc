// The built program with a standard output that takes nothing: no command may call that a success.
#include <map>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <unistd.h>

#include "tests/cases.h"
#include "engine/audit/auditor.h"
#include "tests/unit/querygate/child_process.h"
#include "tests/unit/querygate/output_deployment.h"
#include "tools/querygate/command.h"

namespace querygate::cli {
namespace {

using Invocations = std::map<std::string, std::vector<std::string>, std::less<>>;

constexpr const char* kTest = R"(apiVersion: querygate/v1
kind: ReportTest
cases:
  - name: an empty log
    arguments: { count: 1 }
    expect: { rows: [] }
)";

// For each command, words with which it writes to the standard output.
Invocations WritingCommands(const OutputDeployment& deployment) {
  const std::string config = deployment.config();
  const std::string root = deployment.root().string();
  WriteText(deployment.root() / "reports/log/lines.test.yaml", kTest);
  WriteText(deployment.root() / "lines.sql", "SELECT id, line FROM lines WHERE id <= :count ORDER BY id\n");
  // A log with its first line.
  AuditDeclaration audit;
  audit.file.value = root + "/audit.jsonl";
  audit.key.value = root + "/audit.key";
  REQUIRE(Auditor::Open(audit, "", std::make_shared<const SystemClock>()));
  return {
      {"audit", {"verify", audit.file.value}},
      {"check", {"log/lines", "count=1", "--config", config}},
      {"demo", {root + "/demo"}},
      {"describe", {"log/lines", "--config", config}},
      {"diff", {root, root}},
      {"docs", {"--config", config, "--out", root + "/site"}},
      {"draft", {"--config", config, "--source", "log", "--sql", root + "/lines.sql", "-o", "-", "count=1"}},
      {"explain", {"log/lines", "--config", config}},
      {"fmt", {"-"}},
      {"help", {}},
      {"lint", {"--config", config, "--format", "json"}},
      {"list", {"--config", config}},
      {"run", {"log/lines", "count=1", "--config", config}},
      {"schema", {"report"}},
      {"serve", {"--stdio", "--config", config}},
      {"test", {"--config", config, "--format", "json"}},
      {"token", {"new", "dashboard"}},
      {"version", {}},
  };
}

struct Ended {
  std::string end, err;
};

Ended RunWithOutput(const OutputDeployment& deployment, const std::vector<std::string>& words, int out) {
  const auto said = deployment.root() / "stderr";
  const auto given = deployment.root() / "stdin";
  WriteText(given, "kind: Report\n");
  const int err = ::open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const int in = ::open(given.c_str(), O_RDONLY | O_CLOEXEC);
  REQUIRE((err >= 0 && in >= 0));
  Ended ended;
  ended.end = EndOf(StartProgram(words, {in, out, err}));
  ended.err = ReadText(said);
  ::close(err);
  ::close(in);
  return ended;
}

// What a command does when it can write: otherwise its failing would say nothing about the output.
bool Writes(const OutputDeployment& deployment, const std::vector<std::string>& words) {
  const auto path = deployment.root() / "stdout";
  const int out = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const Ended ended = RunWithOutput(deployment, words, out);
  ::close(out);
  return ended.end != "exit 5" && !ReadText(path).empty();
}

TEST_CASE("a full device and a closed pipe are output_failed for every command that writes") {
  Pipe closed;
  closed.CloseRead();
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  testing::CaseCount count("commands whose standard output takes nothing");
  for (const Command& command : Commands()) {
    const OutputDeployment deployment;
    const Invocations invocations = WritingCommands(deployment);
    CAPTURE(command.name);
    const auto found = invocations.find(command.name);
    REQUIRE(found != invocations.end());
    std::vector<std::string> words{found->first};
    words.insert(words.end(), found->second.begin(), found->second.end());
    for (const int out : {full, closed.write}) {
      std::filesystem::remove_all(deployment.root() / "demo");
      std::filesystem::remove_all(deployment.root() / "site");
      const Ended ended = RunWithOutput(deployment, words, out);
      CAPTURE(ended.err);
      CHECK(count.Add(ended.end == "exit 5"));
      CHECK(ended.err.find("output_failed") != std::string::npos);
    }
    std::filesystem::remove_all(deployment.root() / "demo");
    std::filesystem::remove_all(deployment.root() / "site");
    CHECK(Writes(deployment, words));
  }
  ::close(full);
}

TEST_CASE("neither size nor outcome of a call makes a full device a success") {
  const OutputDeployment deployment;
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  REQUIRE(full >= 0);
  const std::string format = GENERATE(std::string("table"), std::string("json"), std::string("jsonl"),
                                      std::string("csv"), std::string("markdown"));
  for (const int rows : {1, 60, 70, 75, 80, 2000}) {  // on both sides of a buffer of 8 KiB, and far beyond it
    CAPTURE(format, rows);
    const Ended ended = RunWithOutput(deployment, deployment.Words(rows, {"--format", format, "--receipt"}), full);
    CHECK(ended.end == "exit 5");
    CHECK(ended.err.starts_with("error: output_failed\n"));
    // The receipt comes last and knows how it ended.
    CHECK(ended.err.find("\"exit\":5,") != std::string::npos);
  }
  const Ended rejected = RunWithOutput(deployment, deployment.Words(0, {"--format", "json"}), full);
  CHECK(rejected.end == "exit 5");
  ::close(full);
}

}  // namespace
}  // namespace querygate::cli
