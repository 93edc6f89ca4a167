#include "tests/fuzz/differential.h"

#include <catch2/catch.hpp>

#include "tests/cases.h"

namespace querygate::fuzz {

TEST_CASE("answers depend on nothing that is not listed") {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    Differential differential(seed);
    differential.Run(200);
    counts.Add(differential.counts());
  }
  for (const Difference& difference : counts.differences) {
    UNSCOPED_INFO(difference.sql << "\n--- answers on one database\n"
                                 << difference.first << "--- and on another\n"
                                 << difference.second);
  }
  CHECK(counts.differences.empty());
  testing::CaseCount("statements whose answers must not differ")
      .Add(static_cast<std::size_t>(counts.executed), counts.differences.size());
  CHECK(counts.failed_apart * 100 <= counts.executed);
  // Fewer, and the test would say little.
  CHECK(counts.accepted * 100 >= counts.generated * 15);
  CHECK(counts.executed >= counts.accepted * 9 / 10);
  CHECK(counts.empty * 2 <= counts.executed);
}

TEST_CASE("statements whose answers once followed the order of rows no longer do") {
  const char* sql = GENERATE(values<const char*>({
      "SELECT sku / cost AS v, sku AS s FROM lines ORDER BY 2, 1",
      "SELECT t2.id AS i, t2.brand * amount AS v FROM orders JOIN visits t2 ORDER BY 1, 2",
  }));
  CAPTURE(sql);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Differential differential(seed);
    CHECK(differential.Try(sql));
    CHECK(differential.counts().differences.empty());
  }
}

TEST_CASE("statements that once told of unlisted data are refused") {
  const char* sql = GENERATE(values<const char*>({
      "SELECT cost AS v, count(*) AS k FROM lines",
      "SELECT max(qty) AS v, sku AS s FROM lines",
      "SELECT brand AS b, id AS i FROM orders GROUP BY brand ORDER BY brand",
      "SELECT group_concat(name) AS v FROM tags",
      "SELECT (SELECT json_group_array(cost) FROM lines) AS v",
      "SELECT * FROM visits ORDER BY 1",
      "SELECT id AS v FROM orders WHERE brand IN (SELECT t.brand COLLATE NOCASE FROM visits t) ORDER BY 1",
  }));
  CAPTURE(sql);
  CHECK_FALSE(Differential(1).Try(sql));
}

TEST_CASE("a report that is weaker than it should be is found out") {
  const Weakness weakness =
      GENERATE(Weakness{.table = "orders", .column = "pin"}, Weakness{.unscoped = true}, Weakness{.unordered = true});
  CAPTURE(weakness.column, weakness.unscoped, weakness.unordered);
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 20 && found == 0; ++seed) {
    Differential differential(seed, weakness);
    differential.Run(100, true);
    found += differential.counts().differences.size();
  }
  CHECK(found > 0);
}

}  // namespace querygate::fuzz
