// Rules between the two ends of a window, in words.
#pragma once

#include <string>

#include "engine/policy/compiled_report.h"

namespace querygate {

// "start is before end, at most 20m apart; the end does not belong to the window".
std::string WindowText(const CompiledReport& report, const WindowRule& window);

}  // namespace querygate
