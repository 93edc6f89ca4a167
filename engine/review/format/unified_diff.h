// Two texts line by line, as patch programs read it.
#pragma once

#include <string>
#include <string_view>

namespace querygate::review {

// Empty when the texts are equal. Three lines of context.
std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace querygate::review
