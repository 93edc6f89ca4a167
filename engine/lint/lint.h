// From facts about compiled statements to diagnostics for authors. Pure.
#pragma once

#include "engine/backend/backend.h"
#include "engine/base/diagnostic.h"
#include "engine/policy/compiled_report.h"

namespace querygate {

// All rules over one report. `inspection` comes from Backend::InspectSchema.
Diagnostics LintReport(const CompiledReport& report, const Inspection& inspection);

}  // namespace querygate
