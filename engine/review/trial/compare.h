// What a case expects against what it got, cell by cell.
#pragma once

#include <string>
#include <vector>

#include "engine/base/source_text.h"
#include "engine/declaration/report_test.h"
#include "engine/run/outcome.h"

namespace querygate::trial {

struct Difference {
  std::string place;        // "row 2, column units", "events, row 1"; empty: the outcome as a whole
  std::string message;      // `expected integer 5, got text "5"`
  std::string help;         // may be empty
  SourcePosition position;  // in the test's file

  friend bool operator==(const Difference&, const Difference&) = default;
};

// Empty when the outcome is exactly what is expected. Beyond kMaxDifferences only their number is told, by a last
// one without a place.
inline constexpr std::size_t kMaxDifferences = 10;
std::vector<Difference> Compare(const Expectation& expect, const Outcome& outcome);

}  // namespace querygate::trial
