#include "engine/base/decimal.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace querygate {
namespace {

constexpr int kMaxDigits = 38;

constexpr std::array<Int128, kMaxDigits + 1> MakePowers() {
  std::array<Int128, kMaxDigits + 1> powers{};
  Int128 power = 1;
  for (std::size_t i = 0; i < powers.size(); ++i) {
    powers[i] = power;
    if (i + 1 < powers.size()) power *= 10;
  }
  return powers;
}

constexpr std::array<Int128, kMaxDigits + 1> kPowers = MakePowers();

constexpr Int128 PowerOfTen(int exponent) { return kPowers[static_cast<std::size_t>(exponent)]; }

constexpr bool InRange(Int128 coefficient) {
  return coefficient < PowerOfTen(kMaxDigits) && coefficient > -PowerOfTen(kMaxDigits);
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Powers of ten that a double holds exactly.
constexpr std::array<double, 23> kExactPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Whether `real` is the double nearest to coefficient × 10^-scale.
bool IsNearest(double real, Int128 coefficient, int scale) {
  const std::string text = ToString(Decimal{coefficient, scale});
  double nearest = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), nearest);
  return error == std::errc() && end == text.data() + text.size() && nearest == real;
}

}  // namespace

std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
  const Int128 whole_a = a.coefficient / PowerOfTen(a.scale);
  const Int128 whole_b = b.coefficient / PowerOfTen(b.scale);
  if (whole_a != whole_b) return whole_a < whole_b ? std::strong_ordering::less : std::strong_ordering::greater;
  // Below 10^38 in magnitude, with the sign of the number.
  const Int128 part_a = a.coefficient % PowerOfTen(a.scale) * PowerOfTen(kMaxDigits - a.scale);
  const Int128 part_b = b.coefficient % PowerOfTen(b.scale) * PowerOfTen(kMaxDigits - b.scale);
  if (part_a != part_b) return part_a < part_b ? std::strong_ordering::less : std::strong_ordering::greater;
  return std::strong_ordering::equal;
}

std::optional<Decimal> ParseDecimal(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view part = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
  if (whole.empty() || (whole.size() > 1 && whole.front() == '0')) return std::nullopt;
  if (point != std::string_view::npos && part.empty()) return std::nullopt;
  if (whole.size() > kMaxDigits || part.size() > kMaxDigits) return std::nullopt;

  Int128 coefficient = 0;
  for (const std::string_view digits : {whole, part}) {
    for (const char c : digits) {
      if (!IsDigit(c)) return std::nullopt;
      // Ten times a number in range still fits 128 bits up to the last digit only.
      if (coefficient >= PowerOfTen(kMaxDigits - 1)) return std::nullopt;
      coefficient = coefficient * 10 + (c - '0');
    }
  }
  return Decimal{negative ? -coefficient : coefficient, static_cast<int>(part.size())};
}

std::optional<Decimal> Rescale(const Decimal& value, int scale) {
  if (scale < 0 || scale > kMaxDigits) return std::nullopt;
  if (scale < value.scale) {
    const Int128 divisor = PowerOfTen(value.scale - scale);
    if (value.coefficient % divisor != 0) return std::nullopt;
    return Decimal{value.coefficient / divisor, scale};
  }
  const std::optional<Int128> coefficient = CheckedMultiply(value.coefficient, PowerOfTen(scale - value.scale));
  if (!coefficient || !InRange(*coefficient)) return std::nullopt;
  return Decimal{*coefficient, scale};
}

bool WithinPrecision(const Decimal& value, int precision) {
  if (precision < 0 || precision > kMaxDigits) return false;
  return value.coefficient < PowerOfTen(precision) && value.coefficient > -PowerOfTen(precision);
}

std::string ToString(const Decimal& value) {
  const bool negative = value.coefficient < 0;
  std::string digits = ToDecimalString(negative ? -value.coefficient : value.coefficient);
  const auto scale = static_cast<std::size_t>(value.scale);
  if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
  if (scale > 0) digits.insert(digits.size() - scale, 1, '.');
  if (negative) digits.insert(0, 1, '-');
  return digits;
}

std::optional<Decimal> DecimalFromReal(double real, int scale) {
  if (scale < 0 || scale > kMaxDigits || !std::isfinite(real) || std::abs(real) >= 1e38) return std::nullopt;
  // Decimals of fifteen digits never share a double. Both operands of the division are exact, so its result is
  // the double nearest to the decimal; the product may be off, but by far less than a half.
  if (static_cast<std::size_t>(scale) < kExactPowers.size()) {
    const double power = kExactPowers[static_cast<std::size_t>(scale)];
    const double rounded = std::nearbyint(real * power);
    if (std::abs(rounded) < 1e15) {
      if (rounded / power != real) return std::nullopt;
      return Decimal{static_cast<std::int64_t>(rounded), scale};
    }
  }
  std::array<char, 96> buffer{};  // sign, 38 digits, point, 38 digits
  const auto [end, error] =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), real, std::chars_format::fixed, scale);
  if (error != std::errc()) return std::nullopt;
  const std::optional<Decimal> closest =
      ParseDecimal(std::string_view(buffer.data(), static_cast<std::size_t>(end - buffer.data())));
  if (!closest) return std::nullopt;
  // Beside a power of two the decimal that rounds to the double need not be the one closest to it.
  std::optional<Decimal> found;
  for (const int step : {-1, 0, 1}) {
    const Int128 coefficient = closest->coefficient + step;
    if (!InRange(coefficient) || !IsNearest(real, coefficient, scale)) continue;
    if (found) return std::nullopt;
    found = Decimal{coefficient, scale};
  }
  return found;
}

}  // namespace querygate
