// 128-bit integers: wide enough to add 2^63 values of 64 bits without loss.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace querygate {

__extension__ typedef __int128 Int128;

std::string ToDecimalString(Int128 value);

// Canonical decimal digits with an optional leading '-': no plus, no leading zeros, no "-0". Empty on
// anything else or beyond 128 bits.
std::optional<Int128> ParseInt128(std::string_view text);

// a + b, empty when it does not fit.
std::optional<Int128> CheckedAdd(Int128 a, Int128 b);
std::optional<Int128> CheckedMultiply(Int128 a, Int128 b);

}  // namespace querygate
