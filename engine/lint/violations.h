// What the gate found in a statement, told at the author's own text.
#pragma once

#include "engine/lint/rules/rules.h"

namespace querygate::lint {

// Each fault once, however often the statement commits it and whichever of the gate's means saw it.
void TellViolations(const LintInput& input, LintFindings& findings);

}  // namespace querygate::lint
