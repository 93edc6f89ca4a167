// A page on each rule of the rule table, compiled in, so that `explain` needs no data beside the program.
#pragma once

#include <string_view>

#include "engine/base/rule.h"

namespace querygate {

// Markdown: what the rule finds, what to avoid, what to prefer, why. Adding a rule is adding
// docs/rules/<id>.md; a test refuses one without the other.
std::string_view RulePage(const Rule& rule);

}  // namespace querygate
