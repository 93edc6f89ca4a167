#include "engine/base/calendar.h"

#include <limits>
#include <string>

#include <catch2/catch.hpp>

using namespace querygate;

namespace {

constexpr std::int64_t kFirstSecond = -62'135'596'800;  // 0001-01-01T00:00:00Z
constexpr std::int64_t kLastSecond = 253'402'300'799;   // 9999-12-31T23:59:59Z

}  // namespace

TEST_CASE("dates that exist are read and written back", "[calendar]") {
  struct Row {
    std::string text;
    std::int32_t days;
  };
  const auto row = GENERATE(values<Row>({{"1970-01-01", 0},
                                         {"1969-12-31", -1},
                                         {"2000-02-29", 11'016},
                                         {"2000-03-01", 11'017},
                                         {"2024-02-29", 19'782},
                                         {"1900-02-28", -25'509},
                                         {"1900-03-01", -25'508},
                                         {"0001-01-01", -719'162},
                                         {"9999-12-31", 2'932'896}}));
  CAPTURE(row.text);
  const std::optional<Date> date = ParseDate(row.text);
  REQUIRE(date.has_value());
  CHECK(date->days == row.days);
  CHECK(ToString(*date) == row.text);
}

TEST_CASE("dates that do not exist or are spelt otherwise are refused", "[calendar]") {
  const std::string text = GENERATE(as<std::string>(), "", "2023-02-29", "1900-02-29", "2024-02-30", "2024-04-31",
                                    "2024-00-01", "2024-13-01", "2024-01-00", "2024-01-32", "0000-12-31", "10000-01-01",
                                    "2024-1-01", "2024-01-1", "24-01-01", "2024/01/01", "2024-01-01 ", " 2024-01-01",
                                    "2024-01-01T", "-024-01-01", "+024-01-01", "2024-0a-01", "20240101");
  CAPTURE(text);
  CHECK_FALSE(ParseDate(text).has_value());
}

TEST_CASE("every day of the calendar survives a round trip", "[calendar]") {
  Date date = *ParseDate("0001-01-01");
  std::string previous;
  bool all_equal = true;
  bool ascending = true;
  for (std::optional<Date> day = date; day; day = AddDays(*day, 1)) {
    const std::string text = ToString(*day);
    all_equal = all_equal && ParseDate(text) == day;
    ascending = ascending && previous < text;
    previous = text;
  }
  CHECK(all_equal);
  CHECK(ascending);
  CHECK(previous == "9999-12-31");
}

TEST_CASE("adding days ends where the calendar ends", "[calendar]") {
  const Date first = *ParseDate("0001-01-01");
  const Date last = *ParseDate("9999-12-31");
  CHECK(AddDays(first, 0) == first);
  CHECK_FALSE(AddDays(first, -1).has_value());
  CHECK_FALSE(AddDays(last, 1).has_value());
  CHECK(AddDays(first, last.days - first.days) == last);
  CHECK_FALSE(AddDays(last, std::numeric_limits<std::int64_t>::max()).has_value());
  CHECK_FALSE(AddDays(first, std::numeric_limits<std::int64_t>::min()).has_value());
  CHECK(ToString(*AddDays(*ParseDate("2024-03-01"), -1)) == "2024-02-29");
}

TEST_CASE("timestamps are compared as instants", "[calendar]") {
  struct Row {
    std::string text;
    std::int64_t seconds;
    std::int32_t nanoseconds;
    std::string utc;
  };
  const auto row = GENERATE(values<Row>({
      {"1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"},
      {"1970-01-01T08:00:00+08:00", 0, 0, "1970-01-01T00:00:00Z"},
      {"1969-12-31T19:00:00-05:00", 0, 0, "1970-01-01T00:00:00Z"},
      {"1970-01-01T00:00:00-00:00", 0, 0, "1970-01-01T00:00:00Z"},
      {"1969-12-31T23:59:59.999999999Z", -1, 999'999'999, "1969-12-31T23:59:59.999999999Z"},
      {"2026-01-02T14:00:30+08:00", 1'767'333'630, 0, "2026-01-02T06:00:30Z"},
      {"2026-01-02T14:00:30.50Z", 1'767'362'430, 500'000'000, "2026-01-02T14:00:30.5Z"},
      {"2026-01-02T14:00:30.000000001Z", 1'767'362'430, 1, "2026-01-02T14:00:30.000000001Z"},
      {"2026-01-02T14:00:30.000Z", 1'767'362'430, 0, "2026-01-02T14:00:30Z"},
      {"0001-01-01T00:00:00Z", kFirstSecond, 0, "0001-01-01T00:00:00Z"},
      {"0001-01-01T23:59:00+23:59", kFirstSecond, 0, "0001-01-01T00:00:00Z"},
      {"9999-12-31T23:59:59.999999999Z", kLastSecond, 999'999'999, "9999-12-31T23:59:59.999999999Z"},
      {"9999-12-31T00:00:59-23:59", kLastSecond, 0, "9999-12-31T23:59:59Z"},
  }));
  CAPTURE(row.text);
  const std::optional<Instant> instant = ParseTimestamp(row.text);
  REQUIRE(instant.has_value());
  CHECK(instant->seconds == row.seconds);
  CHECK(instant->nanoseconds == row.nanoseconds);
  CHECK(ToString(*instant) == row.utc);
  CHECK(ParseTimestamp(row.utc) == instant);
}

TEST_CASE("timestamps without an offset, with leap seconds or outside the calendar are refused", "[calendar]") {
  const std::string text = GENERATE(
      as<std::string>(), "", "2026-01-02", "2026-01-02T14:00:30", "2026-01-02 14:00:30Z", "2026-01-02t14:00:30Z",
      "2026-01-02T14:00:30z", "2026-01-02T14:00Z", "2026-01-02T24:00:00Z", "2026-01-02T23:60:00Z",
      "2016-12-31T23:59:60Z", "2026-02-29T00:00:00Z", "2026-01-02T14:00:30.Z", "2026-01-02T14:00:30.1234567890Z",
      "2026-01-02T14:00:30,5Z", "2026-01-02T14:00:30+24:00", "2026-01-02T14:00:30+08:60", "2026-01-02T14:00:30+8:00",
      "2026-01-02T14:00:30+0800", "2026-01-02T14:00:30+08", "2026-01-02T14:00:30Z ", "2026-01-02T14:00:30ZZ",
      "0001-01-01T00:00:00+00:01", "0001-01-01T23:58:59+23:59", "9999-12-31T23:59:59-00:01",
      "9999-12-31T00:01:00-23:59", "0000-12-31T23:59:59-01:00", "10000-01-01T00:00:00+01:00");
  CAPTURE(text);
  CHECK_FALSE(ParseTimestamp(text).has_value());
}

TEST_CASE("stored spellings are exact", "[calendar]") {
  const Instant instant{1'767'362'430, 0};
  CHECK(ParseSqlUtc("2026-01-02 14:00:30") == instant);
  CHECK(ParseIso8601Utc("2026-01-02T14:00:30Z") == instant);
  CHECK(ToSqlUtc(instant) == "2026-01-02 14:00:30");
  CHECK(ToSqlUtc(*ParseSqlUtc("0001-01-01 00:00:00")) == "0001-01-01 00:00:00");
  for (const std::string text :
       {"2026-01-02T14:00:30", "2026-01-02 14:00:30Z", "2026-01-02 14:00:30.0", "2026-01-02 14:00", "2026-01-02"}) {
    CAPTURE(text);
    CHECK_FALSE(ParseSqlUtc(text).has_value());
  }
  for (const std::string text :
       {"2026-01-02 14:00:30Z", "2026-01-02T14:00:30", "2026-01-02T14:00:30.0Z", "2026-01-02T14:00:30+00:00"}) {
    CAPTURE(text);
    CHECK_FALSE(ParseIso8601Utc(text).has_value());
  }
}

TEST_CASE("days start at midnight before and after the epoch", "[calendar]") {
  CHECK(DateOf({-1, 0}) == Date{-1});
  CHECK(DateOf({-86'400, 0}) == Date{-1});
  CHECK(DateOf({-86'401, 0}) == Date{-2});
  CHECK(DateOf({86'399, 999'999'999}) == Date{0});
  CHECK(StartOf(Date{-1}) == Instant{-86'400, 0});
}

TEST_CASE("the calendar's edges are inclusive", "[calendar]") {
  CHECK(WithinCalendar({kFirstSecond, 0}));
  CHECK_FALSE(WithinCalendar({kFirstSecond - 1, 999'999'999}));
  CHECK(WithinCalendar({kLastSecond, 999'999'999}));
  CHECK_FALSE(WithinCalendar({kLastSecond + 1, 0}));
}

TEST_CASE("nanoseconds between instants saturate", "[calendar]") {
  CHECK(NanosecondsBetween({0, 999'999'999}, {1, 0}) == 1);
  CHECK(NanosecondsBetween({1, 0}, {0, 999'999'999}) == -1);
  CHECK(NanosecondsBetween({kFirstSecond, 0}, {kLastSecond, 0}) == std::numeric_limits<std::int64_t>::max());
  CHECK(NanosecondsBetween({kLastSecond, 0}, {kFirstSecond, 0}) == std::numeric_limits<std::int64_t>::min());
}
