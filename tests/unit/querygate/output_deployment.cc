#include "tests/unit/querygate/output_deployment.h"

#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>
#include <stdlib.h>

#include "engine/gateway/demo.h"

namespace querygate::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kSchema = "CREATE TABLE lines (id INTEGER PRIMARY KEY, line TEXT NOT NULL);\n";
constexpr const char* kRows =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)\n"
    "INSERT INTO lines SELECT i, printf('%0100d', i) FROM n;\n";

constexpr const char* kReport = R"(apiVersion: querygate/v1
kind: Report
title: Lines of a log
description: The first lines of a log, in the order in which they were written.
owner: operations
version: 1
source: log
parameters:
  count: { type: integer, min: 1, max: 2000, description: How many lines. }
allow:
  tables: { lines: [id, line] }
queries:
  lines:
    sql: SELECT id, line FROM lines WHERE id <= :count ORDER BY id
    rows: { max: 2000, over: reject }
    columns:
      id: { type: integer, min: 1, max: 2000, description: Position in the log. }
      line: { type: text, description: The line. }
result: { rows: lines }
)";

constexpr const char* kLimits = R"(apiVersion: querygate/v1
kind: Limits
description: Enough for the whole log on a busy machine.
deadline: 60s
source_rows: 3000
result_bytes: 1MiB
vm_steps: 10000000
)";

constexpr const char* kSource = R"(apiVersion: querygate/v1
kind: Source
description: A log.
backend: sqlite
schema: log.sql
expose: { lines: [id, line] }
)";

constexpr const char* kGateway = R"(apiVersion: querygate/v1
kind: Gateway
reports: reports
policies: policies
sources:
  log: { path: log.sqlite }
)";

}  // namespace

std::string ReadText(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void WriteText(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  REQUIRE(file.good());
}

OutputDeployment::OutputDeployment() {
  std::string pattern = (fs::temp_directory_path() / "querygate-output-XXXXXX").string();
  REQUIRE(mkdtemp(pattern.data()) != nullptr);
  root_ = pattern;
  WriteText(root_ / "querygate.yaml", kGateway);
  WriteText(root_ / "reports/log/lines.yaml", kReport);
  WriteText(root_ / "policies/limits/default.yaml", kLimits);
  WriteText(root_ / "policies/sources/log.yaml", kSource);
  WriteText(root_ / "policies/sources/log.sql", kSchema);
  const auto made = CreateDemoDatabase((root_ / "log.sqlite").string(), std::string(kSchema) + kRows);
  REQUIRE(made.has_value());
  fs::create_directory(root_ / "out");
}

OutputDeployment::~OutputDeployment() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::vector<std::string> OutputDeployment::Words(int rows, const std::vector<std::string>& more) const {
  std::vector<std::string> words{"run", "log/lines", "count=" + std::to_string(rows), "--config", config()};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string OutputDeployment::Csv(int rows) {
  std::string text = "id,line\n";
  for (int row = 1; row <= rows; ++row) {
    const std::string number = std::to_string(row);
    text += number + ',' + std::string(100 - number.size(), '0') + number + '\n';
  }
  return text;
}

std::set<std::string> OutputDeployment::OutputNames() const {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(root_ / "out")) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

void OutputDeployment::EmptyOutput() const {
  fs::remove_all(root_ / "out");
  fs::create_directory(root_ / "out");
}

std::set<std::string> OpenDescriptors() {
  std::set<std::string> open;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code gone;  // the descriptor of this very listing
    const std::string what = fs::read_symlink(entry.path(), gone).string();
    if (!what.ends_with("/fd")) open.insert(entry.path().filename().string() + ' ' + what);
  }
  return open;
}

RunResult RunMain(const std::vector<std::string>& words, const Environment& environment) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  RunResult result;
  result.exit = Main(words, {in, out, err}, environment);
  result.out = out.str();
  result.err = err.str();
  return result;
}

std::chrono::steady_clock::time_point PatientClock::SteadyNow() const {
  if (passed_) return start_ + std::chrono::hours(1);
  if (accepted_) return start_ - std::chrono::hours(1);
  accepted_ = true;
  return start_;
}

Instant PatientClock::WallNow() const { return *ParseTimestamp("2026-10-01T00:00:00Z"); }

}  // namespace querygate::cli
