// UTF-8 as the Unicode standard defines it: no surrogates, no overlong forms, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace querygate {

bool IsValidUtf8(std::string_view text);

// The number of code points of valid UTF-8; of anything else, the number of bytes that do not continue one.
std::size_t CountCodePoints(std::string_view text);

// The code point that starts at `offset` (< text.size()) and how many bytes it takes. An ill-formed
// sequence gives U+FFFD and one byte.
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 1;
};
CodePoint CodePointAt(std::string_view text, std::size_t offset);

}  // namespace querygate
