// What a report may touch, and which lines of its declaration say so.
#pragma once

#include <string>
#include <vector>

#include "engine/policy/compiled_report.h"

namespace querygate {

struct GrantLine {
  std::string subject;  // "parcels.zone", "parcels (rows)", "function count", "recursion"
  int line = 0;         // of the report's file
};

// In the order of the lines.
std::vector<GrantLine> GrantLines(const CompiledReport& report);

// "orders: brand = scope brand, store = scope store"; one line for each filtered table.
std::vector<std::string> RowScopeLines(const CompiledReport& report);

}  // namespace querygate
