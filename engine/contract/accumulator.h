// What one group keeps for one of its columns.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "engine/base/decimal.h"
#include "engine/base/exact_integer.h"
#include "engine/base/typed_value.h"

namespace querygate {

// An exact sum of coefficients below 10^38 in magnitude, wide enough for 2^63 of them; the order in which they
// are added changes nothing.
class WideSum {
 public:
  void Add(Int128 coefficient);

  // Empty when the sum has more than 38 digits.
  std::optional<Decimal> ToDecimal(int scale) const;

  friend std::strong_ordering operator<=>(const WideSum& a, const WideSum& b);
  friend bool operator==(const WideSum& a, const WideSum& b) { return (a <=> b) == 0; }

 private:
  // high × 10^19 + low, with 0 <= low < 10^19: one spelling for each number.
  WideSum Normalised() const;

  Int128 high_ = 0;
  Int128 low_ = 0;
};

struct Accumulator {
  std::int64_t count = 0;  // rows for `count: rows`, else values that are not null
  WideSum sum;
  TypedValue extreme;  // of min or max; null before the first value
  bool saw_null = false;
};

}  // namespace querygate
