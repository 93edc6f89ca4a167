// Facts as a backend would give them, made by hand.
#pragma once

#include <string>
#include <vector>

#include "engine/lint/lint.h"
#include "tests/unit/policy/compile_fixture.h"

namespace querygate::testing {

// Facts for every statement of `report`, without violations, using every grant.
Inspection CleanInspection(const CompiledReport& report);

// The findings of one rule.
Diagnostics Only(const Diagnostics& diagnostics, const std::string& rule);

std::shared_ptr<const CompiledReport> MustCompile(const std::vector<Edit>& edits, const Policies& policies = {});

}  // namespace querygate::testing
