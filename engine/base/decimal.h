// Exact decimals: coefficient × 10^-scale.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/exact_integer.h"

namespace querygate {

// Range: |coefficient| < 10^38, 0 <= scale <= 38. 1.0 and 1.00 compare equal.
struct Decimal {
  Int128 coefficient = 0;
  int scale = 0;

  friend bool operator==(const Decimal& a, const Decimal& b) { return (a <=> b) == 0; }
  friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b);
};

// `-?(0|[1-9][0-9]*)(\.[0-9]+)?`: no exponent, no plus, no leading zeros, at most 38 digits
// without a leading zero.
std::optional<Decimal> ParseDecimal(std::string_view text);

// The same number at exactly `scale` digits; empty when digits would be lost or it does not fit.
std::optional<Decimal> Rescale(const Decimal& value, int scale);

// Whether the coefficient has at most `precision` digits (0 to 38).
bool WithinPrecision(const Decimal& value, int precision);

// The shortest spelling at its scale, for example "12.50"; negative zero prints as "0.00".
std::string ToString(const Decimal& value);

// The decimal of `scale` digits to which `real` is the nearest double; empty when there is none
// (the double carries more than that scale can say), when there are several (the double carries less,
// so which one was meant is lost), or when it is not finite.
std::optional<Decimal> DecimalFromReal(double real, int scale);

}  // namespace querygate
