// Names of the temporary files in which output is prepared, by which those of dead owners are known.
#pragma once

#include <string>
#include <string_view>

namespace querygate::cli {

// Unpredictable: `.querygate-output-`, 16 hexadecimal digits, `.tmp`. Empty when the system has no randomness.
std::string MakeTemporaryName();
bool IsTemporaryName(std::string_view name);

}  // namespace querygate::cli
