#include "engine/contract/argument_reader.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include "engine/base/calendar.h"
#include "engine/base/decimal.h"
#include "engine/base/exact_integer.h"
#include "engine/contract/domain.h"

namespace querygate {
namespace {

using Kind = Argument::Kind;

// A JSON string and a word are the same for types that are written as text.
const std::string* TextOf(const Argument& argument) {
  return argument.kind == Kind::kString || argument.kind == Kind::kWord ? &argument.text : nullptr;
}

std::optional<TypedValue> ReadString(const ParameterSpec& /*spec*/, const Argument& argument) {
  const std::string* text = TextOf(argument);
  if (text == nullptr || !IsPlainText(*text)) return std::nullopt;
  return TypedValue(*text);
}

std::optional<TypedValue> ReadInteger(const ParameterSpec& /*spec*/, const Argument& argument) {
  if (argument.kind == Kind::kInteger) return TypedValue(argument.integer);
  if (argument.kind != Kind::kWord) return std::nullopt;
  const std::optional<Int128> value = ParseInt128(argument.text);
  if (!value || *value > std::numeric_limits<std::int64_t>::max() ||
      *value < std::numeric_limits<std::int64_t>::min()) {
    return std::nullopt;
  }
  return TypedValue(static_cast<std::int64_t>(*value));
}

std::optional<TypedValue> ReadDecimal(const ParameterSpec& spec, const Argument& argument) {
  std::optional<Decimal> value;
  if (argument.kind == Kind::kInteger) {
    value = Decimal{argument.integer, 0};
  } else if (argument.kind == Kind::kNumber || TextOf(argument) != nullptr) {
    value = ParseDecimal(argument.text);
  }
  if (value) value = Rescale(*value, spec.scale);
  if (!value || !WithinPrecision(*value, spec.precision)) return std::nullopt;
  return TypedValue(*value);
}

std::optional<TypedValue> ReadBoolean(const ParameterSpec& /*spec*/, const Argument& argument) {
  if (argument.kind == Kind::kBoolean) return TypedValue(argument.boolean);
  if (argument.kind != Kind::kWord || (argument.text != "true" && argument.text != "false")) return std::nullopt;
  return TypedValue(argument.text == "true");
}

std::optional<TypedValue> ReadDate(const ParameterSpec& /*spec*/, const Argument& argument) {
  const std::string* text = TextOf(argument);
  const std::optional<Date> date = text == nullptr ? std::nullopt : ParseDate(*text);
  if (!date) return std::nullopt;
  return TypedValue(*date);
}

std::optional<TypedValue> ReadTimestamp(const ParameterSpec& /*spec*/, const Argument& argument) {
  const std::string* text = TextOf(argument);
  const std::optional<Instant> instant = text == nullptr ? std::nullopt : ParseTimestamp(*text);
  if (!instant) return std::nullopt;
  return TypedValue(*instant);
}

struct Reader {
  ScalarType type;
  std::optional<TypedValue> (*read)(const ParameterSpec& spec, const Argument& argument);
};

constexpr auto kReaders = std::to_array<Reader>({
    {ScalarType::kString, ReadString},
    {ScalarType::kInteger, ReadInteger},
    {ScalarType::kDecimal, ReadDecimal},
    {ScalarType::kBoolean, ReadBoolean},
    {ScalarType::kDate, ReadDate},
    {ScalarType::kTimestamp, ReadTimestamp},
});

}  // namespace

std::optional<TypedValue> ReadArgument(const ParameterSpec& spec, const Argument& argument) {
  for (const Reader& reader : kReaders) {
    if (reader.type == spec.type) return reader.read(spec, argument);
  }
  return std::nullopt;
}

}  // namespace querygate
