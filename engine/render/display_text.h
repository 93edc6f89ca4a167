// Text on its way to a person's terminal or page: what it looks like, and what it must not do there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace querygate {

// C0 and C1 control characters and DEL: an escape sequence needs one of them.
bool IsControl(char32_t code_point);

// `text` with everything escaped that could move a cursor, start an escape sequence, end a line or reorder
// what is read: controls, line separators and bidirectional overrides ("\n", "\x1b", "\u202e"). Bytes that are
// no UTF-8 become "\xNN". Backslashes stay as they are: this is for reading, not for reading back.
std::string Printable(std::string_view text);

// Terminal columns of a printable text: combining marks take none, East Asian wide characters and emoji two.
std::size_t DisplayWidth(std::string_view text);

}  // namespace querygate
