// The table of small changes to a case's input that commonly tell a wrong version from the right one.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/policy/compiled_report.h"
#include "engine/review/trial/prepared_case.h"

namespace querygate::trial {

struct ProbeKind {
  std::string_view name;
  std::vector<CaseInput> (*make)(const CompiledReport& report, const CaseInput& input);
};

// Cheap and likely ones first.
std::span<const ProbeKind> ProbeKinds();

}  // namespace querygate::trial
