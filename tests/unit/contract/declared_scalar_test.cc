#include <string>
#include <variant>

#include <catch2/catch.hpp>

#include "engine/contract/column_spec.h"
#include "engine/contract/parameter_spec.h"

using namespace querygate;

namespace {

Scalar Plain(const std::string& text) { return {text, false, {}}; }
Scalar Quoted(const std::string& text) { return {text, true, {}}; }

}  // namespace

TEST_CASE("scalars of a declaration are read by type", "[declared_scalar]") {
  struct Row {
    ScalarType type;
    Scalar scalar;
    TypedValue expected;
  };
  const auto row = GENERATE(values<Row>({
      {ScalarType::kString, Plain("sent"), std::string("sent")},
      {ScalarType::kString, Plain("no"), std::string("no")},
      {ScalarType::kString, Plain("1a"), std::string("1a")},
      {ScalarType::kString, Plain("1e"), std::string("1e")},
      {ScalarType::kString, Plain("."), std::string(".")},
      {ScalarType::kString, Plain("-"), std::string("-")},
      {ScalarType::kString, Plain("2026-01-02"), std::string("2026-01-02")},
      {ScalarType::kString, Quoted("5"), std::string("5")},
      {ScalarType::kString, Quoted(""), std::string()},
      {ScalarType::kString, Quoted("true"), std::string("true")},
      {ScalarType::kInteger, Plain("0"), std::int64_t{0}},
      {ScalarType::kInteger, Plain("9223372036854775807"), std::int64_t{9223372036854775807}},
      {ScalarType::kInteger, Plain("-9223372036854775808"), std::numeric_limits<std::int64_t>::min()},
      {ScalarType::kDecimal, Plain("12.5"), Decimal{1250, 2}},
      {ScalarType::kDecimal, Quoted("12.50"), Decimal{1250, 2}},
      {ScalarType::kDecimal, Plain("12"), Decimal{1200, 2}},
      {ScalarType::kBoolean, Plain("true"), true},
      {ScalarType::kBoolean, Plain("false"), false},
      {ScalarType::kDate, Plain("1970-01-02"), Date{1}},
      {ScalarType::kDate, Quoted("1970-01-02"), Date{1}},
      {ScalarType::kTimestamp, Plain("1970-01-01T01:00:00+01:00"), Instant{0, 0}},
  }));
  CAPTURE(row.scalar.text);
  const Expected<TypedValue, std::string> value = ParseDeclaredScalar(row.scalar, row.type, 2);
  REQUIRE(value.has_value());
  CHECK(*value == row.expected);
}

TEST_CASE("scalars of another type are refused in one line", "[declared_scalar]") {
  struct Row {
    ScalarType type;
    Scalar scalar;
  };
  const auto row = GENERATE(values<Row>({
      {ScalarType::kString, Plain("5")},
      {ScalarType::kString, Plain("010")},
      {ScalarType::kString, Plain("-1.5")},
      {ScalarType::kString, Plain("1e5")},
      {ScalarType::kString, Plain("5.")},
      {ScalarType::kString, Plain(".5")},
      {ScalarType::kString, Plain("0x1F")},
      {ScalarType::kString, Plain(".inf")},
      {ScalarType::kString, Plain("true")},
      {ScalarType::kString, Plain("null")},
      {ScalarType::kString, Plain("~")},
      {ScalarType::kString, Plain("")},
      {ScalarType::kString, Quoted(std::string("a\0b", 3))},
      {ScalarType::kString, Quoted("\xFF")},
      {ScalarType::kInteger, Quoted("5")},
      {ScalarType::kInteger, Plain("05")},
      {ScalarType::kInteger, Plain("+5")},
      {ScalarType::kInteger, Plain("5.0")},
      {ScalarType::kInteger, Plain("1e1")},
      {ScalarType::kInteger, Plain("0x5")},
      {ScalarType::kInteger, Plain("9223372036854775808")},
      {ScalarType::kInteger, Plain("-9223372036854775809")},
      {ScalarType::kInteger, Plain("true")},
      {ScalarType::kDecimal, Plain("12.505")},
      {ScalarType::kDecimal, Plain("1e1")},
      {ScalarType::kDecimal, Plain(".5")},
      {ScalarType::kBoolean, Plain("yes")},
      {ScalarType::kBoolean, Plain("True")},
      {ScalarType::kBoolean, Plain("1")},
      {ScalarType::kBoolean, Quoted("true")},
      {ScalarType::kDate, Plain("2026-02-29")},
      {ScalarType::kDate, Plain("today")},
      {ScalarType::kTimestamp, Plain("2026-01-02T00:00:00")},
      {ScalarType::kTimestamp, Plain("2026-01-02")},
  }));
  CAPTURE(row.scalar.text);
  const Expected<TypedValue, std::string> value = ParseDeclaredScalar(row.scalar, row.type, 2);
  REQUIRE_FALSE(value.has_value());
  CHECK_FALSE(value.error().empty());
  CHECK(value.error().find('\n') == std::string::npos);
}

TEST_CASE("columns have two types of their own", "[declared_scalar]") {
  CHECK(*ParseDeclaredScalar(Plain("-1.5e3"), ColumnType::kReal, 0) == TypedValue(-1500.0));
  CHECK(*ParseDeclaredScalar(Plain("5"), ColumnType::kReal, 0) == TypedValue(5.0));
  for (const Scalar& scalar : {Plain("nan"), Plain("inf"), Plain("1e999"), Plain("1,5"), Plain(""), Quoted("1.5")}) {
    CAPTURE(scalar.text);
    CHECK_FALSE(ParseDeclaredScalar(scalar, ColumnType::kReal, 0).has_value());
  }
  CHECK_FALSE(ParseDeclaredScalar(Quoted("AA=="), ColumnType::kBlob, 0).has_value());
  CHECK(*ParseDeclaredScalar(Plain("printed"), ColumnType::kText, 0) == TypedValue(std::string("printed")));
  CHECK(*ParseDeclaredScalar(Plain("7"), ColumnType::kInteger, 0) == TypedValue(std::int64_t{7}));
}

TEST_CASE("relative times have one spelling", "[declared_scalar]") {
  CHECK(ParseRelativeTime("now") == RelativeTime{false, 0});
  CHECK(ParseRelativeTime("today") == RelativeTime{true, 0});
  CHECK(ParseRelativeTime("now-30d") == RelativeTime{false, -30});
  CHECK(ParseRelativeTime("today-1d") == RelativeTime{true, -1});
  CHECK(ParseRelativeTime("today+99999d") == RelativeTime{true, 99'999});
  for (const std::string text : {"", "Now", "now ", "now-", "now-d", "now30d", "now-30", "now-030d", "now--3d",
                                 "now-3h", "now-100000d", "yesterday", "today-1.5d", "nowtoday", "now+-3d"}) {
    CAPTURE(text);
    CHECK_FALSE(ParseRelativeTime(text).has_value());
  }
}
