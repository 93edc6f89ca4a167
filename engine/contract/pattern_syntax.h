// The subset of regular expression syntax that RE2 and ECMA-262 (with its u flag) read alike.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/expected.h"

namespace querygate {

// The same expression for RE2, or one line for the author about what is not shared. What remains for RE2 to
// refuse (unbalanced groups, ranges the wrong way round, too large counts) ECMA-262 refuses as well.
Expected<std::string, std::string> TranslatePattern(std::string_view expression);

}  // namespace querygate
