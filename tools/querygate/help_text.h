// Usage, from the tables of commands, options and exit codes.
#pragma once

#include <string>

#include "tools/querygate/command.h"

namespace querygate::cli {

std::string Overview();
std::string CommandHelp(const Command& command);
std::string ExitCodeHelp();

}  // namespace querygate::cli
