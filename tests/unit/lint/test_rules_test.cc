// What the cases of a test leave untried.
#include "engine/lint/test_rules.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/load/documents.h"
#include "tests/unit/lint/lint_fixture.h"

namespace querygate {
namespace {

using testing::MustCompile;

std::vector<std::string> Found(const std::string& cases) {
  const auto report =
      MustCompile({{"windows:\n  - { start: start, end: end, max: 20m }\n", ""}, {"window: [start, end]\n    ", ""}});
  const auto loaded =
      LoadReportTest(std::make_shared<const SourceText>("reports/shop/items.test.yaml",
                                                        "apiVersion: querygate/v1\nkind: ReportTest\ncases:\n" + cases),
                     "shop/items");
  INFO(testing::Describe(loaded.diagnostics));
  REQUIRE(loaded.value != nullptr);
  std::vector<std::string> found;
  for (const Diagnostic& diagnostic : LintReportTest(*report, *loaded.value)) {
    CHECK_FALSE(diagnostic.help.empty());
    found.push_back(diagnostic.rule + ": " + diagnostic.message);
  }
  return found;
}

std::string Case(const std::string& arguments, const std::string& expect, const std::string& name = "one") {
  return "  - name: " + name + "\n    arguments: { " + arguments + " }\n    expect: { " + expect + " }\n";
}

using Words = std::vector<std::string>;

constexpr auto kRejected = "reason: invalid_limit";

Words Untried(const std::string& names) { return {"missing-boundary-case: no case tries a bound of " + names}; }

}  // namespace

TEST_CASE("some case expects a rejection", "[lint]") {
  const std::string tried = "limit: 20, price: 99.99";
  CHECK(Found(Case(tried, kRejected)).empty());
  CHECK(Found(Case(tried, "failure: query_failed")).empty());
  CHECK(Found(Case(tried, "record: { totals: [], recent: [] }")) ==
        Words{"missing-rejection-case: no case of `shop/items` expects a rejection"});
  CHECK(Found(Case(tried, "record: { totals: [], recent: [] }") + Case(tried, kRejected, "two")).empty());
}

TEST_CASE("a bound is tried by a value at it or beyond it", "[lint]") {
  CHECK(Found(Case("limit: 1, price: 0.50", kRejected)).empty());
  CHECK(Found(Case("limit: 21, price: 100", kRejected)).empty());
  CHECK(Found(Case("limit: 0, price: 0.49", kRejected)).empty());
  CHECK(Found(Case("limit: 2, price: 99.99", kRejected)) == Untried("`limit`"));
  CHECK(Found(Case("limit: 19, price: 99.98", kRejected)) == Untried("`limit`, `price`"));
  CHECK(Found(Case("limit: twenty, price: 99.99", kRejected)) == Untried("`limit`"));
  CHECK(Found(Case("price: 99.99", kRejected)) == Untried("`limit`"));
  CHECK(Found(Case("limit: 5, price: 99.99", kRejected) + Case("limit: 20", kRejected, "two")).empty());
}

TEST_CASE("an expectation that nobody has read is found", "[lint]") {
  const std::string one = Case("limit: 20, price: 99.99", kRejected);
  CHECK(Found(one + "    unreviewed: true\n") ==
        Words{"unreviewed-expectation: nobody has read what case `one` expects"});
  CHECK(Found(one).empty());
}

}  // namespace querygate
