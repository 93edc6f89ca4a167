#include <limits>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/load/quantities.h"
#include "engine/load/relative_path.h"
#include "engine/load/scalar_kind.h"
#include "engine/load/text_check.h"

namespace querygate {
namespace {

struct Quantity {
  const char* text;
  std::int64_t value;  // -1: refused
};

TEST_CASE("spans of time") {
  const std::vector<Quantity> cases = {
      {"0ms", 0},
      {"1ms", 1},
      {"200ms", 200},
      {"2s", 2000},
      {"20m", 1'200'000},
      {"1h", 3'600'000},
      {"30d", 2'592'000'000},
      {"9223372036854775807ms", std::numeric_limits<std::int64_t>::max()},
      {"9223372036854775808ms", -1},
      {"9223372036854775s", 9'223'372'036'854'775'000},
      {"9223372036854776s", -1},
      {"", -1},
      {"2", -1},
      {"s", -1},
      {"2S", -1},
      {"2 s", -1},
      {" 2s", -1},
      {"2s ", -1},
      {"-2s", -1},
      {"+2s", -1},
      {"1.5s", -1},
      {"02s", -1},
      {"2sec", -1},
      {"1h30m", -1},
      {"1e3ms", -1},
      {"2us", -1},
      {"1w", -1},
  };
  for (const Quantity& row : cases) {
    INFO(row.text);
    const auto parsed = ParseDuration(row.text);
    CHECK((parsed ? *parsed : -1) == row.value);
  }
}

TEST_CASE("sizes") {
  const std::vector<Quantity> cases = {
      {"0", 0},
      {"100000", 100'000},
      {"256KiB", 262'144},
      {"64MiB", 67'108'864},
      {"1GiB", 1'073'741'824},
      {"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
      {"9223372036854775808", -1},
      {"8589934591GiB", 9'223'372'035'781'033'984},
      {"8589934592GiB", -1},
      {"", -1},
      {"KiB", -1},
      {"1KB", -1},
      {"1kib", -1},
      {"1 KiB", -1},
      {"1B", -1},
      {"1K", -1},
      {"0x10", -1},
      {"010", -1},
      {"-1", -1},
      {"1.5MiB", -1},
      {"1TiB", -1},
  };
  for (const Quantity& row : cases) {
    INFO(row.text);
    const auto parsed = ParseByteSize(row.text);
    CHECK((parsed ? *parsed : -1) == row.value);
  }
}

TEST_CASE("whole numbers") {
  for (const char* good : {"0", "1", "-1", "9223372036854775807", "-9223372036854775808"}) {
    INFO(good);
    const auto parsed = ParseWholeNumber(good);
    REQUIRE(parsed.has_value());
    CHECK(std::to_string(*parsed) == good);
  }
  for (const char* bad : {"", "-", "+1", "-0", "00", "010", "-01", "1.0", "1e1", "0x1", "1_0", " 1", "1 ",
                          "9223372036854775808", "-9223372036854775809", "\xD9\xA3"}) {
    INFO(bad);
    CHECK_FALSE(ParseWholeNumber(bad).has_value());
  }
  CHECK(ParseWholeNumber("-0010").error() == "write -10, without leading zeros");
  CHECK(ParseWholeNumber("000").error() == "write 0, without leading zeros");
}

TEST_CASE("plain scalars as YAML 1.2 reads them") {
  struct Case {
    const char* text;
    ScalarKind kind;
  };
  const std::vector<Case> cases = {
      {"", ScalarKind::kNull},        {"~", ScalarKind::kNull},          {"null", ScalarKind::kNull},
      {"Null", ScalarKind::kNull},    {"NULL", ScalarKind::kNull},       {"nULL", ScalarKind::kText},
      {"true", ScalarKind::kBoolean}, {"False", ScalarKind::kBoolean},   {"TRUE", ScalarKind::kBoolean},
      {"tRUE", ScalarKind::kText},    {"yes", ScalarKind::kText},        {"on", ScalarKind::kText},
      {"y", ScalarKind::kText},       {"0", ScalarKind::kInteger},       {"-12", ScalarKind::kInteger},
      {"+12", ScalarKind::kInteger},  {"010", ScalarKind::kInteger},     {"0x1F", ScalarKind::kInteger},
      {"0o17", ScalarKind::kInteger}, {"0o18", ScalarKind::kText},       {"0x", ScalarKind::kText},
      {"0b1", ScalarKind::kText},     {"1_000", ScalarKind::kText},      {"1.5", ScalarKind::kReal},
      {"-.5", ScalarKind::kReal},     {"5.", ScalarKind::kReal},         {"1e3", ScalarKind::kReal},
      {"1E-3", ScalarKind::kReal},    {"1e", ScalarKind::kText},         {"e1", ScalarKind::kText},
      {".", ScalarKind::kText},       {"-", ScalarKind::kText},          {".inf", ScalarKind::kReal},
      {"-.INF", ScalarKind::kReal},   {".nan", ScalarKind::kReal},       {"1.2.3", ScalarKind::kText},
      {"12:30", ScalarKind::kText},   {"2026-01-02", ScalarKind::kText},
  };
  for (const Case& row : cases) {
    INFO(row.text);
    CHECK(KindOfPlainScalar(row.text) == row.kind);
  }
}

TEST_CASE("paths that stay below their folder") {
  for (const char* good : {"a.sql", "a/b.sql", "..a", "a..b", ".hidden"}) CHECK(StaysBelow(good));
  for (const char* bad : {"", "/a", "..", "../a", "a/..", "a/../b", ".", "./a", "a//b", "a/", "a\\b"}) {
    INFO(bad);
    CHECK_FALSE(StaysBelow(bad));
  }
}

TEST_CASE("quoted text stays on one line and short") {
  CHECK(Quoted("a") == "`a`");
  CHECK(Quoted("a\nb\tc") == "`a\\nb\\tc`");
  CHECK(Quoted(std::string("a\0b", 3)) == "`a<U+0000>b`");
  CHECK(Quoted("\xE2\x80\xAE") == "`<U+202E>`");
  CHECK(Quoted("\xFF") == "`?`");
  CHECK(Quoted(std::string(1000, 'x')).size() < 80);
}

}  // namespace
}  // namespace querygate
