#include "engine/base/exact_integer.h"

#include <algorithm>

namespace querygate {

std::string ToDecimalString(Int128 value) {
  std::string digits;
  // Works on negative remainders: the most negative number has no positive twin.
  Int128 rest = value;
  do {
    const int digit = static_cast<int>(rest % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    rest /= 10;
  } while (rest != 0);
  if (value < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<Int128> ParseInt128(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  if (text.front() == '0' && (text.size() > 1 || negative)) return std::nullopt;
  Int128 value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const int digit = c - '0';
    const std::optional<Int128> shifted = CheckedMultiply(value, 10);
    if (!shifted) return std::nullopt;
    const std::optional<Int128> next = CheckedAdd(*shifted, negative ? -digit : digit);
    if (!next) return std::nullopt;
    value = *next;
  }
  return value;
}

std::optional<Int128> CheckedAdd(Int128 a, Int128 b) {
  Int128 sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

std::optional<Int128> CheckedMultiply(Int128 a, Int128 b) {
  Int128 product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

}  // namespace querygate
