// What a report declares, and which of it the cases of its tests reach.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/policy/compiled_report.h"
#include "engine/review/trial/distortion.h"
#include "engine/review/trial/prepared_case.h"

namespace querygate::trial {

struct CoverageItem {
  std::string_view kind;    // "parameters", "limits", "reasons", "grants"
  std::string what;         // "parameters.limit: its max 20"
  SourcePosition position;  // in the report's file; {0, 0} for what no line declares
  bool reached = false;
};

inline constexpr std::string_view kCoverageKinds[] = {"parameters", "limits", "reasons", "grants"};

// Parameters: each listed value, both ends of a range, leaving out what may be left out, in calls that were admitted.
// Limits: as many rows or groups as are permitted, and more. Reasons: every one that a call can be rejected with.
// Grants: every listed column and function, by a statement that was run.
class TestCoverage {
 public:
  // Both outlive the object.
  TestCoverage(const CompiledReport& report, const Inspection& inspection);

  // Runs the case once more and notes what it reaches. All rows are read, which the call itself would not do.
  void Note(const PreparedCase& test, const std::shared_ptr<const CompiledReport>& report);

  std::vector<CoverageItem> Take() && { return std::move(items_); }

 private:
  void Reach(std::string_view kind, const std::string& what);
  void NoteParameters(const Bindings& bindings);
  void NoteRows(const Bindings& bindings, const std::vector<std::pair<std::size_t, std::size_t>>& rows);
  void NoteOutcome(const Outcome& outcome);

  const CompiledReport& report_;
  const Inspection& inspection_;
  std::vector<CoverageItem> items_;
};

}  // namespace querygate::trial
