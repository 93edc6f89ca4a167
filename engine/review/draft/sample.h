// Stored values that a drafted statement gives, judged against the ways in which its columns could be declared. The
// statement runs as a report's does: under its own grants, hardened and within a budget.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/base/expected.h"
#include "engine/policy/compiled_report.h"
#include "engine/review/draft/candidate.h"
#include "engine/run/bind.h"

namespace querygate::draft {

struct ColumnSample {
  bool nulls = false;
  std::vector<bool> fits;          // by candidate: every value that is not NULL
  std::vector<std::string> kinds;  // storage classes that occurred, NULL left out
};

struct Sample {
  std::int64_t rows = 0;
  bool more = false;  // the budget ended it
  std::vector<ColumnSample> columns;
};

// `candidates` are in the order of the report's only query. The report's own column types are not applied.
Expected<Sample, Failure> TakeSample(AttachedSource& source, const std::shared_ptr<const CompiledReport>& report,
                                     const Bindings& bindings, const std::vector<ColumnCandidates>& candidates,
                                     const Clock& clock);

// The bounds of such a look at the data.
CallContext SampleContext(const CompiledReport& report, const Clock& clock);

}  // namespace querygate::draft
