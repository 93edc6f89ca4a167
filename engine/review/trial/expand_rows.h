// Repetitions of a test's rows, written out.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/backend/scratch.h"
#include "engine/declaration/report_test.h"

namespace querygate::trial {

// One row for each repetition, in order; each keeps the position of the row that was written.
std::vector<TestRow> ExpandRows(const std::vector<TestRowGroup>& groups);

struct GivenRows {
  std::vector<ScratchRow> rows;
  std::vector<SourcePosition> positions;  // parallel to rows
};

void AppendGiven(const std::vector<GivenTable>& tables, GivenRows& out);

}  // namespace querygate::trial
