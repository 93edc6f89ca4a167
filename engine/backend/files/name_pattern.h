// Patterns for one name of a path: `*`, `?`, `[…]`.
#pragma once

#include <string_view>

namespace querygate::files {

// Whether it is more than a plain name.
bool IsPattern(std::string_view text);

// `*` is any run of bytes, `?` one code point, `[a-z]` and `[!a-z]` one of a set of ASCII characters, `[[]` a
// bracket. A leading dot is matched by a dot only. A `[` without its end stands for itself.
bool MatchesName(std::string_view pattern, std::string_view name);

}  // namespace querygate::files
