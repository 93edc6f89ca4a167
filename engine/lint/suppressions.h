// Comments by which an author says that a finding is known and meant:
// `# qg:allow QG302 until=2027-03-01 -- why`. Pure.
#pragma once

#include <vector>

#include "engine/base/calendar.h"
#include "engine/base/findings_report.h"
#include "engine/declaration/comment.h"
#include "engine/lint/rule_levels.h"

namespace querygate {

struct SuppressionContext {
  Date today;                // UTC; a suppression holds up to and including its date
  const RuleLevels& levels;  // what is off is not called unused
  bool tell = true;          // faults of the suppressions themselves are findings
  bool complete = true;      // every rule has judged the file; otherwise nothing can be called unused
};

// Moves the findings of `text` that one of its comments covers from `findings` to `suppressed`, and adds
// findings about comments that are malformed, refused, expired or unused.
void ApplySuppressions(const SourceText& text, const std::vector<Comment>& comments, const SuppressionContext& context,
                       Diagnostics& findings, std::vector<SuppressedFinding>& suppressed);

}  // namespace querygate
