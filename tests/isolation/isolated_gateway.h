// A gateway that has worker processes, and what is called there.
#pragma once

#include <map>
#include <string>

#include "engine/gateway/gateway.h"
#include "tools/bench/worker_processes.h"

namespace querygate::testing {

using bench::WorkerProcesses;

// Worker processes that are this program, and no variables of the environment.
GatewayOptions IsolatedOptions(const std::string& program = "/proc/self/exe");

// The repository's reports in worker processes, this program being the workers. `program` stands in for it.
Gateway OpenIsolated(std::map<std::string, std::string> sources, const std::string& program = "/proc/self/exe");

// Two queries' worth: the founding report of exact units over a database of two zones.
CallRequest UnitsRequest();
std::string MakeUnits(const std::string& path, int units);  // the answer's body

// "ok" and the text, or the reason.
struct Heard {
  std::string reason, text, cause;
};
Heard Hear(const Expected<Answer, CallError>& answer);

}  // namespace querygate::testing
