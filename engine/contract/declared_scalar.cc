// Scalars of a declaration, read by declared type: enum members, bounds, defaults.

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/base/calendar.h"
#include "engine/base/decimal.h"
#include "engine/base/exact_integer.h"
#include "engine/contract/column_spec.h"
#include "engine/contract/domain.h"
#include "engine/contract/parameter_spec.h"

namespace querygate {
namespace {

using Declared = Expected<TypedValue, std::string>;

Declared Error(std::string message) { return Unexpected(std::move(message)); }

bool IsOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (text == word) return true;
  }
  return false;
}

std::size_t SkipDigits(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  return at;
}

// A number in YAML 1.2's core schema.
bool ReadsAsNumber(std::string_view text) {
  if (text.substr(0, 2) == "0x" || text.substr(0, 2) == "0o") return text.size() > 2;
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (IsOneOf(text, {".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"})) return true;
  std::size_t at = SkipDigits(text, 0);
  std::size_t digits = at;
  if (at < text.size() && text[at] == '.') {
    const std::size_t end = SkipDigits(text, at + 1);
    digits += end - at - 1;
    at = end;
  }
  if (digits == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const std::size_t end = SkipDigits(text, at);
    if (end == at) return false;
    at = end;
  }
  return at == text.size();
}

bool ReadsAsOtherThanText(std::string_view text) {
  return IsOneOf(text, {"", "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE"}) ||
         ReadsAsNumber(text);
}

Declared ReadString(const Scalar& scalar, int /*scale*/) {
  if (!scalar.quoted && ReadsAsOtherThanText(scalar.text)) {
    return Error("YAML reads this as no text; write '" + scalar.text + "' in quotes");
  }
  if (!IsPlainText(scalar.text)) return Error("the text holds a NUL or is not valid UTF-8");
  return TypedValue(scalar.text);
}

Declared ReadInteger(const Scalar& scalar, int /*scale*/) {
  const std::optional<Int128> value = scalar.quoted ? std::nullopt : ParseInt128(scalar.text);
  if (!value || *value > std::numeric_limits<std::int64_t>::max() ||
      *value < std::numeric_limits<std::int64_t>::min()) {
    return Error("an integer of 64 bits is expected, in plain digits and without quotes");
  }
  return TypedValue(static_cast<std::int64_t>(*value));
}

Declared ReadReal(const Scalar& scalar, int /*scale*/) {
  double value = 0.0;
  const char* end = scalar.text.data() + scalar.text.size();
  const auto [last, error] = std::from_chars(scalar.text.data(), end, value);
  if (scalar.quoted || error != std::errc() || last != end || !std::isfinite(value)) {
    return Error("a finite number is expected, without quotes");
  }
  return TypedValue(value + 0.0);  // negative zero becomes zero
}

Declared ReadDecimal(const Scalar& scalar, int scale) {
  const std::optional<Decimal> value = ParseDecimal(scalar.text);
  if (!value) return Error("a decimal such as 12.50 is expected: no exponent, no plus, no leading zeros");
  const std::optional<Decimal> scaled = Rescale(*value, scale);
  if (!scaled) return Error("the decimal has more digits than its scale of " + std::to_string(scale) + " can hold");
  return TypedValue(*scaled);
}

Declared ReadBoolean(const Scalar& scalar, int /*scale*/) {
  if (scalar.quoted || !IsOneOf(scalar.text, {"true", "false"})) {
    return Error("true or false is expected, without quotes");
  }
  return TypedValue(scalar.text == "true");
}

Declared ReadDate(const Scalar& scalar, int /*scale*/) {
  const std::optional<Date> date = ParseDate(scalar.text);
  if (!date) return Error("a date that exists is expected, as YYYY-MM-DD");
  return TypedValue(*date);
}

Declared ReadTimestamp(const Scalar& scalar, int /*scale*/) {
  const std::optional<Instant> instant = ParseTimestamp(scalar.text);
  if (!instant) return Error("a timestamp with an offset is expected, for example 2026-01-02T00:00:00Z");
  return TypedValue(*instant);
}

Declared ReadBlob(const Scalar& /*scalar*/, int /*scale*/) { return Error("a blob has no written form"); }

template <typename Type>
struct Reader {
  Type type;
  Declared (*read)(const Scalar& scalar, int scale);
};

constexpr auto kScalarReaders = std::to_array<Reader<ScalarType>>({
    {ScalarType::kString, ReadString},
    {ScalarType::kInteger, ReadInteger},
    {ScalarType::kDecimal, ReadDecimal},
    {ScalarType::kBoolean, ReadBoolean},
    {ScalarType::kDate, ReadDate},
    {ScalarType::kTimestamp, ReadTimestamp},
});

constexpr auto kColumnReaders = std::to_array<Reader<ColumnType>>({
    {ColumnType::kInteger, ReadInteger},
    {ColumnType::kText, ReadString},
    {ColumnType::kReal, ReadReal},
    {ColumnType::kDecimal, ReadDecimal},
    {ColumnType::kBoolean, ReadBoolean},
    {ColumnType::kDate, ReadDate},
    {ColumnType::kTimestamp, ReadTimestamp},
    {ColumnType::kBlob, ReadBlob},
});

template <typename Type, std::size_t N>
Declared ReadBy(const std::array<Reader<Type>, N>& readers, const Scalar& scalar, Type type, int scale) {
  for (const Reader<Type>& reader : readers) {
    if (reader.type == type) return reader.read(scalar, scale);
  }
  return Error("the type is unknown");
}

}  // namespace

Expected<TypedValue, std::string> ParseDeclaredScalar(const Scalar& scalar, ScalarType type, int scale) {
  return ReadBy(kScalarReaders, scalar, type, scale);
}

Expected<TypedValue, std::string> ParseDeclaredScalar(const Scalar& scalar, ColumnType type, int scale) {
  return ReadBy(kColumnReaders, scalar, type, scale);
}

std::optional<RelativeTime> ParseRelativeTime(std::string_view text) {
  RelativeTime relative;
  if (text.substr(0, 3) == "now") {
    text.remove_prefix(3);
  } else if (text.substr(0, 5) == "today") {
    relative.today = true;
    text.remove_prefix(5);
  } else {
    return std::nullopt;
  }
  if (text.empty()) return relative;
  const bool back = text.front() == '-';
  if ((!back && text.front() != '+') || text.back() != 'd') return std::nullopt;
  const std::string_view digits = text.substr(1, text.size() - 2);
  const std::optional<Int128> days = ParseInt128(digits);
  if (!days || digits.size() > 5 || *days < 0) return std::nullopt;
  relative.days = static_cast<std::int64_t>(back ? -*days : *days);
  return relative;
}

}  // namespace querygate
