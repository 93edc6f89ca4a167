// What a command that looks for faults found, whichever command it was: what every findings format renders.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"

namespace querygate {

// A finding that a comment in its file says not to report.
struct SuppressedFinding {
  Diagnostic diagnostic;
  SourcePosition comment;  // in the finding's file
  std::string reason;      // why, in the author's words
};

struct FindingsReport {
  std::string command;                        // "lint"
  std::vector<std::string> files;             // looked at, as shown to people; sorted, without duplicates
  Diagnostics findings;                       // sorted
  std::vector<SuppressedFinding> suppressed;  // sorted
  // Why something could not be looked at: the findings are then not all there are. `file` and `rule` may be empty.
  Diagnostics faults;
  // The least grave severity that counts as failure; empty: none does.
  std::optional<Severity> fail_level = Severity::kError;
};

bool CountsAsFailure(const FindingsReport& report, Severity severity);

// At least one finding counts as failure.
bool Fails(const FindingsReport& report);

}  // namespace querygate
