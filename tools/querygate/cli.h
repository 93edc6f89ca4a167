// The command line as a function: never exits, never touches the process's own streams.
#pragma once

#include <string>
#include <vector>

#include "tools/querygate/environment.h"

namespace querygate::cli {

// `arguments` without the program's name. Returns the exit status.
int Main(const std::vector<std::string>& arguments, Streams streams, const Environment& environment = {});

}  // namespace querygate::cli
