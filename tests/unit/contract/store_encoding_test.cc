#include "engine/contract/store_encoding.h"

#include <limits>
#include <optional>
#include <string>

#include <catch2/catch.hpp>

#include "engine/contract/parameter_spec.h"

using namespace querygate;

namespace {

Instant At(const std::string& text) {
  const std::optional<Instant> instant = ParseTimestamp(text);
  REQUIRE(instant.has_value());
  return *instant;
}

Decimal Number(const std::string& text) {
  const std::optional<Decimal> decimal = ParseDecimal(text);
  REQUIRE(decimal.has_value());
  return *decimal;
}

}  // namespace

TEST_CASE("instants are encoded for their store, or are too fine for it", "[store]") {
  struct Row {
    std::string text;
    Store store;
    std::optional<Value> expected;
  };
  const auto row = GENERATE(values<Row>({
      {"2026-01-02T14:00:30+08:00", Store::kUnixS, Value::Integer(1'767'333'630)},
      {"2026-01-02T14:00:30.5Z", Store::kUnixS, std::nullopt},
      {"1969-12-31T23:59:59Z", Store::kUnixS, Value::Integer(-1)},
      {"1969-12-31T23:59:59.999Z", Store::kUnixMs, Value::Integer(-1)},
      {"2026-01-02T14:00:30.5Z", Store::kUnixMs, Value::Integer(1'767'362'430'500)},
      {"2026-01-02T14:00:30.0005Z", Store::kUnixMs, std::nullopt},
      {"0001-01-01T00:00:00Z", Store::kUnixMs, Value::Integer(-62'135'596'800'000)},
      {"9999-12-31T23:59:59.999Z", Store::kUnixMs, Value::Integer(253'402'300'799'999)},
      {"2026-01-02T14:00:30+08:00", Store::kIso8601Utc, Value::Text("2026-01-02T06:00:30Z")},
      {"2026-01-02T14:00:30.1Z", Store::kIso8601Utc, std::nullopt},
      {"2026-01-02T14:00:30+08:00", Store::kSqlUtc, Value::Text("2026-01-02 06:00:30")},
      {"2026-01-02T14:00:30.000000001Z", Store::kSqlUtc, std::nullopt},
      {"2026-01-02T14:00:30.000001Z", Store::kNative, Value::Text("2026-01-02T14:00:30.000001Z")},
      {"2026-01-02T14:00:30.0000001Z", Store::kNative, std::nullopt},
      {"2026-01-02T14:00:30Z", Store::kNone, std::nullopt},
      {"2026-01-02T14:00:30Z", Store::kText, std::nullopt},
  }));
  CAPTURE(row.text);
  CHECK(EncodeForStore(At(row.text), row.store, 0) == row.expected);
}

TEST_CASE("decimals are encoded for their store, or do not fit it", "[store]") {
  struct Row {
    std::string text;
    Store store;
    int scale;
    std::optional<Value> expected;
  };
  const auto row = GENERATE(values<Row>({
      {"12.5", Store::kText, 2, Value::Text("12.50")},
      {"-0.00", Store::kText, 2, Value::Text("0.00")},
      {"12.505", Store::kText, 2, std::nullopt},
      {"12.5", Store::kNative, 2, Value::Text("12.50")},
      {"12.5", Store::kScaledInteger, 2, Value::Integer(1'250)},
      {"92233720368547758.07", Store::kScaledInteger, 2, Value::Integer(std::numeric_limits<std::int64_t>::max())},
      {"92233720368547758.08", Store::kScaledInteger, 2, std::nullopt},
      {"-92233720368547758.08", Store::kScaledInteger, 2, Value::Integer(std::numeric_limits<std::int64_t>::min())},
      {"-92233720368547758.09", Store::kScaledInteger, 2, std::nullopt},
      {"8.91", Store::kReal, 2, Value::Real(8.91)},
      {"9007199254740991", Store::kReal, 0, Value::Real(9007199254740991.0)},
      {"9007199254740993", Store::kReal, 0, std::nullopt},
      {"9007199254740992", Store::kReal, 0, std::nullopt},  // could not be told from …993 when read back
      {"1", Store::kNone, 0, std::nullopt},
      {"1", Store::kUnixS, 0, std::nullopt},
  }));
  CAPTURE(row.text);
  CHECK(EncodeForStore(Number(row.text), row.store, row.scale) == row.expected);
}

TEST_CASE("other types have one encoding", "[store]") {
  CHECK(EncodeForStore(std::monostate(), Store::kNone, 0) == Value::Null());
  CHECK(EncodeForStore(true, Store::kNone, 0) == Value::Integer(1));
  CHECK(EncodeForStore(false, Store::kNone, 0) == Value::Integer(0));
  CHECK(EncodeForStore(std::int64_t{-5}, Store::kNone, 0) == Value::Integer(-5));
  CHECK(EncodeForStore(0.5, Store::kNone, 0) == Value::Real(0.5));
  CHECK(EncodeForStore(std::string("5"), Store::kNone, 0) == Value::Text("5"));
  CHECK(EncodeForStore(Date{0}, Store::kNone, 0) == Value::Text("1970-01-01"));
  CHECK(EncodeForStore(Bytes{"x"}, Store::kNone, 0) == Value::Blob("x"));
}

TEST_CASE("a store's resolution rounds down, before the epoch too", "[store]") {
  const Instant instant = At("1969-12-31T23:59:58.123456789Z");
  CHECK(FloorToStore(instant, Store::kUnixS) == At("1969-12-31T23:59:58Z"));
  CHECK(FloorToStore(instant, Store::kSqlUtc) == At("1969-12-31T23:59:58Z"));
  CHECK(FloorToStore(instant, Store::kUnixMs) == At("1969-12-31T23:59:58.123Z"));
  CHECK(FloorToStore(instant, Store::kNative) == At("1969-12-31T23:59:58.123456Z"));
}
