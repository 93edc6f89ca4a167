// A deployment of one report with as many rows as a call asks for, and a folder that output goes to.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tools/querygate/cli.h"

namespace querygate::cli {

struct RunResult {
  int exit = 0;
  std::string out, err;
};

// In-process, with an empty standard input.
RunResult RunMain(const std::vector<std::string>& words, const Environment& environment);

class OutputDeployment {
 public:
  OutputDeployment();
  ~OutputDeployment();
  OutputDeployment(const OutputDeployment&) = delete;
  OutputDeployment& operator=(const OutputDeployment&) = delete;

  const std::filesystem::path& root() const { return root_; }
  std::string config() const { return (root_ / "querygate.yaml").string(); }
  std::string target(const std::string& name = "lines.csv") const { return (root_ / "out" / name).string(); }

  // `run log/lines` with `rows` rows of about a hundred bytes, and more words.
  std::vector<std::string> Words(int rows, const std::vector<std::string>& more) const;
  // What such a call writes as csv.
  static std::string Csv(int rows);

  std::set<std::string> OutputNames() const;
  void EmptyOutput() const;

 private:
  std::filesystem::path root_;
};

std::string ReadText(const std::filesystem::path& path);
void WriteText(const std::filesystem::path& path, const std::string& text);

// What this process has open, by number and by what it is.
std::set<std::string> OpenDescriptors();

// A deadline that no machine misses: once the command is accepted, it is an hour earlier, until somebody moves it.
class PatientClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point SteadyNow() const override;
  Instant WallNow() const override;
  void PassDeadlines() { passed_ = true; }

 private:
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  mutable bool accepted_ = false;
  bool passed_ = false;
};

}  // namespace querygate::cli
