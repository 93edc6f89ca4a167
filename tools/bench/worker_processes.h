// The worker processes of this program, as the system sees them.
#pragma once

#include <vector>

#include <sys/types.h>

namespace querygate::bench {

// Those that have become workers already: until then a new process shows this program's memory.
std::vector<pid_t> WorkerProcesses();

}  // namespace querygate::bench
