#include "tests/fuzz/differential.h"

#include <catch2/catch.hpp>

namespace querygate::fuzz {

TEST_CASE("answers depend on nothing that is not listed") {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    Differential differential(seed);
    differential.Run(250);
    counts.Add(differential.counts());
  }
  for (const Difference& difference : counts.differences) {
    UNSCOPED_INFO(difference.sql << "\n--- answers on one database\n"
                                 << difference.first << "--- and on another\n"
                                 << difference.second);
  }
  CHECK(counts.differences.empty());
  // Fewer, and the test would say little.
  CHECK(counts.accepted * 100 >= counts.generated * 15);
  CHECK(counts.executed >= counts.accepted * 9 / 10);
  CHECK(counts.empty * 2 <= counts.executed);
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
