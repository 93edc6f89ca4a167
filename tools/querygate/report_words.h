// Parts of a report in words, for describe and for pages.
#pragma once

#include <string>
#include <vector>

#include "engine/policy/compiled_report.h"

namespace querygate::cli {

// "required", "default 10", "optional", "from the host".
std::string PresenceText(const ParameterSpec& parameter);

// One line for each window: "start is before end, at most 20m apart; the end does not belong to the window".
std::vector<std::string> WindowLines(const CompiledReport& report);

// A command line that a caller can start from; `...` stands where a value is to be chosen.
std::string ExampleCommand(const CompiledReport& report);

struct BudgetLine {
  std::string_view name;
  std::int64_t value;
  std::string_view unit;  // "ms", "bytes" or nothing
};

// What one call may spend, as `check` and pages show it.
std::vector<BudgetLine> BudgetLines(const Budget& budget);

}  // namespace querygate::cli
