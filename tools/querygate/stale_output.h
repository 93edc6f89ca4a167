// What killed processes left behind where they were preparing output.
#pragma once

#include "tools/querygate/system_calls.h"

namespace querygate::cli {

// Removes temporary files of `directory` whose owner is dead: nobody holds their lock. Those of another user, and
// whatever cannot be looked at, stay. Faults are not told: this is a courtesy to the directory, not part of a call.
void SweepStaleOutput(int directory, const SystemCalls& calls);

}  // namespace querygate::cli
