// What this build can do, for `--version` and start-up logs.
#pragma once

#include <string>
#include <vector>

namespace querygate {

// One line for each backend: its client library at run time and the compile options that matter.
std::vector<std::string> BackendVersions();

}  // namespace querygate
