// The database library of this process with faults beneath it: a file system layer that is the default one, so that
// every other layer stands on it, and an allocator.
#pragma once

#include "tests/faults/fault_plan.h"

namespace querygate::faults {

// Once, before the library is used. `plan` outlives the process's use of the library. Ends the program when the
// library does not take it.
void InstallFaults(FaultPlan& plan);

// Parts of it, in this order; installing them must not itself meet a fault.
bool InstallFaultyMemory();
bool InstallFaultyFiles(FaultPlan& plan);
void BeginFaultyMemory(FaultPlan& plan);

}  // namespace querygate::faults
