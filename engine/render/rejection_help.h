// What a caller can do about a rejected request, from the declaration alone: never a value that was sent.
#pragma once

#include <string>
#include <vector>

#include "engine/base/argument.h"
#include "engine/base/rejection.h"
#include "engine/policy/compiled_report.h"

namespace querygate {

// One line each, the most telling first: the near name, what the report takes, what one parameter accepts, the
// successor of a retired report. Empty when the declaration has nothing to say about this rejection.
std::vector<std::string> RejectionHelp(const CompiledReport& report, const Arguments& arguments,
                                       const Rejection& rejection);

}  // namespace querygate
