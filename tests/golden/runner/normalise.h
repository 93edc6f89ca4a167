// The few things in an output that may differ between two correct runs, in one table.
#pragma once

#include <string>

namespace querygate::golden {

std::string Normalise(std::string text, const std::string& working_directory);

}  // namespace querygate::golden
