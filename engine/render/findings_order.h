// Reported and suppressed findings as one list, in order of position.
#pragma once

#include <string>
#include <vector>

#include "engine/base/findings_report.h"

namespace querygate {

struct OrderedFinding {
  const Diagnostic* diagnostic = nullptr;
  const SuppressedFinding* suppression = nullptr;  // null: it is reported
  std::string fingerprint;                         // the same whether it is suppressed or not
};

// Points into `report`, which outlives the result.
std::vector<OrderedFinding> InOrder(const FindingsReport& report);

}  // namespace querygate
