// A role's narrowings of one report, typed by the report's parameters. Internal to the access rules.
#pragma once

#include <optional>
#include <vector>

#include "engine/contract/parameter_spec.h"
#include "engine/declaration/access.h"
#include "engine/policy/compile_context.h"
#include "engine/policy/compiled_report.h"

namespace querygate {

// Empty when one of them cannot be understood; `findings` (may be null) then says why.
std::optional<std::vector<TypedNarrowing>> TypeNarrowings(const ReportNarrowing& narrowing,
                                                          const CompiledReport& report, compiling::Findings* findings);

}  // namespace querygate
