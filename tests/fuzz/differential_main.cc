// Long runs of the differential test: differential_fuzz [--seconds N] [--seed N] [--statements N]
// [SQL...]
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "tests/fuzz/differential.h"

namespace querygate::fuzz {
namespace {

void Print(const Counts& counts) {
  std::cout << "generated " << counts.generated << ", invalid " << counts.invalid << ", accepted " << counts.accepted
            << ", executed " << counts.executed << " (failed alike " << counts.failed << ", empty " << counts.empty
            << ", rows " << counts.rows << "), over budget " << counts.over_budget << ", failed apart "
            << counts.failed_apart << ", ties " << counts.ties << ", refused elsewhere " << counts.refused_elsewhere
            << ", differences " << counts.differences.size() << std::endl;
}

void PrintReasons(const Counts& counts) {
  for (const auto& [cause, count] : counts.failures) std::cout << "  failed: " << cause << " " << count << "\n";
  for (const auto& [rule, count] : counts.refusals) std::cout << "  refused: " << rule << " " << count << "\n";
}

void Print(const Difference& difference) {
  std::cout << "DIFFERENCE\n"
            << difference.sql << "\n--- answers on one database\n"
            << difference.first << "\n--- and on another\n"
            << difference.second << std::endl;
}

int Main(const std::vector<std::string>& arguments) {
  std::uint64_t seed = 1;
  std::int64_t seconds = 10;
  int statements = 600;
  std::vector<std::string> own;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool more = i + 1 < arguments.size();
    if (arguments[i] == "--seed" && more) {
      seed = std::strtoull(arguments[++i].c_str(), nullptr, 10);
    } else if (arguments[i] == "--seconds" && more) {
      seconds = std::strtoll(arguments[++i].c_str(), nullptr, 10);
    } else if (arguments[i] == "--statements" && more) {
      statements = std::atoi(arguments[++i].c_str());
    } else {
      own.push_back(arguments[i]);
    }
  }
  Counts total;
  const auto add = [&total](const Differential& differential) {
    for (const Difference& difference : differential.counts().differences) Print(difference);
    total.Add(differential.counts());
  };
  if (!own.empty()) {
    for (int i = 0; i < 10; ++i, ++seed) {
      Differential differential(seed);
      for (const std::string& sql : own) differential.Try(sql);
      add(differential);
    }
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(own.empty() ? seconds : 0);
  for (int round = 0; std::chrono::steady_clock::now() < end; ++round, ++seed) {
    Differential differential(seed);
    differential.Run(statements);
    add(differential);
    if (round % 10 == 9) Print(total);
  }
  std::cout << "next seed " << seed << "\n";
  Print(total);
  PrintReasons(total);
  return total.differences.empty() ? 0 : 1;
}

}  // namespace
}  // namespace querygate::fuzz

int main(int argc, char** argv) { return querygate::fuzz::Main({argv + 1, argv + argc}); }
