#include "engine/contract/store_encoding.h"

#include <charconv>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "engine/contract/parameter_spec.h"

namespace querygate {
namespace {

constexpr std::int32_t kNanosecondsPerMicrosecond = 1'000;
constexpr std::int32_t kNanosecondsPerMillisecond = 1'000'000;
constexpr std::int32_t kNanosecondsPerSecond = 1'000'000'000;
constexpr std::int64_t kMillisecondsPerSecond = 1'000;

// The smallest step of time that the store can tell apart.
std::int32_t StepOf(Store store) {
  switch (store) {
    case Store::kUnixMs:
      return kNanosecondsPerMillisecond;
    case Store::kNative:
      return kNanosecondsPerMicrosecond;
    default:
      return kNanosecondsPerSecond;
  }
}

std::optional<Value> EncodeInstant(const Instant& instant, Store store) {
  if (instant.nanoseconds % StepOf(store) != 0 || !WithinCalendar(instant)) return std::nullopt;
  switch (store) {
    case Store::kUnixS:
      return Value::Integer(instant.seconds);
    case Store::kUnixMs:
      return Value::Integer(instant.seconds * kMillisecondsPerSecond +
                            instant.nanoseconds / kNanosecondsPerMillisecond);
    case Store::kIso8601Utc:
    case Store::kNative:
      return Value::Text(ToString(instant));
    case Store::kSqlUtc:
      return Value::Text(ToSqlUtc(instant));
    default:
      return std::nullopt;
  }
}

std::optional<Value> EncodeDecimal(const Decimal& decimal, Store store, int scale) {
  const std::optional<Decimal> scaled = Rescale(decimal, scale);
  if (!scaled) return std::nullopt;
  switch (store) {
    case Store::kText:
    case Store::kNative:
      return Value::Text(ToString(*scaled));
    case Store::kScaledInteger:
      if (scaled->coefficient > std::numeric_limits<std::int64_t>::max() ||
          scaled->coefficient < std::numeric_limits<std::int64_t>::min()) {
        return std::nullopt;
      }
      return Value::Integer(static_cast<std::int64_t>(scaled->coefficient));
    case Store::kReal: {
      const std::string text = ToString(*scaled);
      double real = 0.0;
      std::from_chars(text.data(), text.data() + text.size(), real);
      if (DecimalFromReal(real, scale) != *scaled) return std::nullopt;
      return Value::Real(real);
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Value> EncodeForStore(const TypedValue& value, Store store, int scale) {
  struct Encoder {
    Store store;
    int scale;
    std::optional<Value> operator()(std::monostate) const { return Value::Null(); }
    std::optional<Value> operator()(bool boolean) const { return Value::Integer(boolean ? 1 : 0); }
    std::optional<Value> operator()(std::int64_t integer) const { return Value::Integer(integer); }
    std::optional<Value> operator()(double real) const { return Value::Real(real); }
    std::optional<Value> operator()(const std::string& text) const { return Value::Text(text); }
    std::optional<Value> operator()(const Decimal& decimal) const { return EncodeDecimal(decimal, store, scale); }
    std::optional<Value> operator()(Date date) const { return Value::Text(ToString(date)); }
    std::optional<Value> operator()(const Instant& instant) const { return EncodeInstant(instant, store); }
    std::optional<Value> operator()(const Bytes& bytes) const { return Value::Blob(bytes.data); }
  };
  return std::visit(Encoder{store, scale}, value);
}

Instant FloorToStore(const Instant& instant, Store store) {
  return {instant.seconds, instant.nanoseconds - instant.nanoseconds % StepOf(store)};
}

StoreFault DecodeInstant(const ValueView& value, Store store, Instant& out) {
  const bool is_number = store == Store::kUnixS || store == Store::kUnixMs;
  if (value.storage != (is_number ? StorageClass::kInteger : StorageClass::kText)) return StoreFault::kType;
  if (store == Store::kUnixS) {
    out = {value.integer, 0};
  } else if (store == Store::kUnixMs) {
    std::int64_t seconds = value.integer / kMillisecondsPerSecond;
    std::int64_t rest = value.integer % kMillisecondsPerSecond;
    if (rest < 0) {
      --seconds;
      rest += kMillisecondsPerSecond;
    }
    out = {seconds, static_cast<std::int32_t>(rest) * kNanosecondsPerMillisecond};
  } else {
    std::optional<Instant> instant;
    if (store == Store::kIso8601Utc) instant = ParseIso8601Utc(value.bytes);
    if (store == Store::kSqlUtc) instant = ParseSqlUtc(value.bytes);
    if (store == Store::kNative) instant = ParseTimestamp(value.bytes);
    if (!instant) return StoreFault::kType;
    out = *instant;
  }
  return WithinCalendar(out) ? StoreFault::kNone : StoreFault::kRange;
}

StoreFault DecodeDecimal(const ValueView& value, Store store, int scale, Decimal& out) {
  std::optional<Decimal> decimal;
  switch (store) {
    case Store::kText:
    case Store::kNative:
      if (value.storage != StorageClass::kText) return StoreFault::kType;
      decimal = ParseDecimal(value.bytes);
      if (!decimal) return StoreFault::kType;
      decimal = Rescale(*decimal, scale);
      break;
    case Store::kScaledInteger:
      if (value.storage != StorageClass::kInteger) return StoreFault::kType;
      decimal = Decimal{value.integer, scale};
      break;
    case Store::kReal:
      if (value.storage == StorageClass::kInteger) {
        decimal = Rescale(Decimal{value.integer, 0}, scale);
      } else if (value.storage == StorageClass::kReal) {
        decimal = DecimalFromReal(value.real, scale);
      } else {
        return StoreFault::kType;
      }
      break;
    default:
      return StoreFault::kType;
  }
  if (!decimal) return StoreFault::kRange;
  out = *decimal;
  return StoreFault::kNone;
}

}  // namespace querygate
