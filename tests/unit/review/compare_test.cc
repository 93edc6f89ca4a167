// Expectations against outcomes: every type against every other, and where a difference is said to be.
#include "engine/review/trial/compare.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/review/trial/expand_rows.h"

namespace querygate::trial {
namespace {

TestRow Row(std::vector<std::pair<std::string, TestValue>> columns) {
  TestRow row;
  for (auto& [name, value] : columns) row.columns.push_back({{name, {}}, {std::move(value), {}}});
  return row;
}

Expectation Rows(std::vector<TestRow> rows) {
  Expectation expect;
  ExpectedPart& part = expect.parts.emplace_back();
  for (TestRow& row : rows) part.rows.push_back({1, {}, std::move(row)});
  return expect;
}

Outcome Delivered(std::vector<std::string> columns, std::vector<Cell> cells, bool truncated = false) {
  DeliveredResult result;
  ResultPart& part = result.parts.emplace_back();
  part.rows = {std::move(columns), std::move(cells)};
  part.truncated = truncated;
  Outcome outcome;
  outcome.body = std::move(result);
  return outcome;
}

std::vector<std::string> Said(const Expectation& expect, const Outcome& outcome) {
  std::vector<std::string> said;
  for (const Difference& difference : Compare(expect, outcome))
    said.push_back(difference.place + ": " + difference.message);
  return said;
}

TEST_CASE("a value equals only the same value of the same type") {
  const std::vector<TestValue> expected = {TestValue(),
                                           true,
                                           false,
                                           std::int64_t{0},
                                           std::int64_t{1},
                                           0.0,
                                           1.0,
                                           std::string(),
                                           std::string("0"),
                                           std::string("1"),
                                           std::string("null"),
                                           std::string("true")};
  const std::vector<Cell> delivered = {Cell(),
                                       true,
                                       false,
                                       std::int64_t{0},
                                       std::int64_t{1},
                                       0.0,
                                       1.0,
                                       std::string(),
                                       std::string("0"),
                                       std::string("1"),
                                       std::string("null"),
                                       std::string("true")};
  REQUIRE(expected.size() == delivered.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (std::size_t k = 0; k < delivered.size(); ++k) {
      INFO(i << " " << k);
      CHECK(Compare(Rows({Row({{"a", expected[i]}})}), Delivered({"a"}, {delivered[k]})).empty() == (i == k));
    }
  }
}

TEST_CASE("integers and decimal strings are compared to the last digit") {
  const auto big = [](std::int64_t value) { return Delivered({"a"}, {value}); };
  CHECK(Said(Rows({Row({{"a", std::int64_t{9007199254740993}}})}), big(9007199254740993)).empty());
  CHECK(Said(Rows({Row({{"a", std::int64_t{9007199254740993}}})}), big(9007199254740992)) ==
        std::vector<std::string>{"row 1, column a: expected integer 9007199254740993, got integer 9007199254740992"});
  CHECK(Said(Rows({Row({{"a", std::string("12.50")}})}), Delivered({"a"}, {std::string("12.5")})) ==
        std::vector<std::string>{"row 1, column a: expected text \"12.50\", got text \"12.5\""});
}

TEST_CASE("rows are compared in order and counted") {
  const Outcome two = Delivered({"a"}, {std::int64_t{1}, std::int64_t{2}});
  CHECK(Said(Rows({Row({{"a", std::int64_t{1}}}), Row({{"a", std::int64_t{2}}})}), two).empty());
  CHECK(Said(Rows({Row({{"a", std::int64_t{2}}}), Row({{"a", std::int64_t{1}}})}), two).size() == 2);
  CHECK(Said(Rows({Row({{"a", std::int64_t{1}}})}), two) ==
        std::vector<std::string>{": expected 1 row, got 2", "row 2: not expected: {\"a\":2}"});
  CHECK(Said(Rows({}), Delivered({"a"}, {})).empty());
}

TEST_CASE("a cut answer is no complete one") {
  const Outcome cut = Delivered({"a"}, {std::int64_t{1}}, true);
  Expectation expect = Rows({Row({{"a", std::int64_t{1}}})});
  CHECK(Said(expect, cut) == std::vector<std::string>{"truncated: expected none, got rows"});
  expect.complete = Located<bool>{false, {}};
  CHECK(Said(expect, cut).empty());
  expect.complete.reset();
  expect.truncated.push_back({"rows", {}});
  CHECK(Said(expect, cut).empty());
  CHECK(Said(expect, Delivered({"a"}, {std::int64_t{1}})) ==
        std::vector<std::string>{"truncated: expected rows, got none"});
}

TEST_CASE("a rejection, a failure and an empty answer are three things") {
  Outcome rejected;
  rejected.body = Rejection{RejectionKind::kInvalidData, "same", "t.c"};
  Outcome failed;
  failed.body = Failure{"same", "why"};
  Expectation reason;
  reason.kind = Expectation::Kind::kReason;
  reason.reason.value = "same";
  Expectation failure = reason;
  failure.kind = Expectation::Kind::kFailure;
  const Outcome empty = Delivered({"a"}, {});
  CHECK(Said(reason, rejected).empty());
  CHECK(Said(failure, failed).empty());
  CHECK(Said(reason, failed) == std::vector<std::string>{": expected the rejection same, got the failure same"});
  CHECK(Said(failure, rejected) ==
        std::vector<std::string>{": expected the failure same, got the rejection same about t.c"});
  CHECK(Said(reason, empty).size() == 1);
  CHECK(Said(Rows({}), rejected).size() == 1);
  CHECK(Said(Rows({}), failed).size() == 1);
  reason.reason.value = "other";
  CHECK(Said(reason, rejected).size() == 1);
}

TEST_CASE("repetitions count up from what is written") {
  TestRowGroup group;
  group.repeat = 10;
  group.row = Row({{"text", std::string("z")}, {"number", std::int64_t{5}}, {"fixed", 0.5}});
  group.number = {{"text", {}}, {"number", {}}, {"new", {}}};
  const auto rows = ExpandRows({group});
  REQUIRE(rows.size() == 10);
  const auto value = [&](std::size_t row, std::size_t column) { return rows[row].columns[column].second.value; };
  CHECK(value(0, 0) == TestValue(std::string("z01")));
  CHECK(value(9, 0) == TestValue(std::string("z10")));
  CHECK(value(0, 1) == TestValue(std::int64_t{5}));
  CHECK(value(9, 1) == TestValue(std::int64_t{14}));
  CHECK(value(9, 2) == TestValue(0.5));
  CHECK(value(0, 3) == TestValue(std::int64_t{1}));
  CHECK(value(9, 3) == TestValue(std::int64_t{10}));
}

}  // namespace
}  // namespace querygate::trial
