// How YAML 1.2's core schema reads a plain scalar. `yes`, `on` and `1_000` are text; `010` is ten and `0x10`
// sixteen, which is why neither is accepted where this language wants a number.
#pragma once

#include <string_view>

namespace querygate {

enum class ScalarKind { kText, kNull, kBoolean, kInteger, kReal };

ScalarKind KindOfPlainScalar(std::string_view text);

// "text", "null", "a boolean", "a number": for messages.
std::string_view Describe(ScalarKind kind);

}  // namespace querygate
