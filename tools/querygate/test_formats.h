// How a run of tests is told. A format is one function and one row in command_test.cc.
#pragma once

#include <string>

#include "engine/gateway/gateway.h"

namespace querygate::cli {

struct TestCounts {
  std::size_t passed = 0, failed = 0, invalid = 0, unreviewed = 0;
  std::size_t cases() const { return passed + failed + invalid; }
};
TestCounts CountCases(const trial::TrialResult& trial);
TestCounts CountCases(const TestSummary& summary);

// "3 passed, 1 failed".
std::string CountText(const TestCounts& counts);

std::string TestText(const TestSummary& summary, bool colour);
std::string TestJson(const TestSummary& summary, bool colour);
std::string TestJunit(const TestSummary& summary, bool colour);

// What no case reaches, and how much of each kind is reached. Empty when it was not asked for.
std::string CoverageText(const trial::TrialResult& trial);

// One difference as one line, without its help.
std::string DifferenceText(const trial::Difference& difference);

}  // namespace querygate::cli
