#include "engine/contract/accumulator.h"

namespace querygate {
namespace {

constexpr Int128 kBase = Int128{10'000'000'000} * 1'000'000'000;  // 10^19

}  // namespace

void WideSum::Add(Int128 coefficient) {
  if (coefficient >= kBase || coefficient <= -kBase) {
    high_ += coefficient / kBase;
    low_ += coefficient % kBase;
  } else {
    low_ += coefficient;
  }
}

WideSum WideSum::Normalised() const {
  WideSum result;
  result.high_ = high_ + low_ / kBase;
  result.low_ = low_ % kBase;
  if (result.low_ < 0) {
    result.low_ += kBase;
    --result.high_;
  }
  return result;
}

std::optional<Decimal> WideSum::ToDecimal(int scale) const {
  const WideSum normal = Normalised();
  const std::optional<Int128> high = CheckedMultiply(normal.high_, kBase);
  if (!high) return std::nullopt;
  const std::optional<Int128> total = CheckedAdd(*high, normal.low_);
  if (!total) return std::nullopt;
  const Decimal decimal{*total, scale};
  if (!WithinPrecision(decimal, 38)) return std::nullopt;
  return decimal;
}

std::strong_ordering operator<=>(const WideSum& a, const WideSum& b) {
  const WideSum normal_a = a.Normalised();
  const WideSum normal_b = b.Normalised();
  if (normal_a.high_ != normal_b.high_) {
    return normal_a.high_ < normal_b.high_ ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  if (normal_a.low_ == normal_b.low_) return std::strong_ordering::equal;
  return normal_a.low_ < normal_b.low_ ? std::strong_ordering::less : std::strong_ordering::greater;
}

}  // namespace querygate
