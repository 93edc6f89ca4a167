// The template is clean, so that what an example finds is the example's own doing.
#include "tests/rules/example.h"

#include <catch2/catch.hpp>

namespace querygate {
namespace {

using testing::Block;
using testing::LintExample;
using testing::MergeKeys;
using testing::RulesIn;
using testing::Section;

std::set<std::string> Found(std::vector<Block> blocks) { return RulesIn(LintExample(Section{"", std::move(blocks)})); }

}  // namespace

TEST_CASE("the template itself has no findings", "[example]") { CHECK(Found({}).empty()); }

TEST_CASE("keys are merged over the template's", "[example]") {
  CHECK(MergeKeys("a: 1\nb:\n  c: 2\nd: 3\n", "b: 4\ne: 5\n") == "a: 1\nb: 4\nd: 3\ne: 5\n");
  CHECK(Found({{"yaml", "", "version: 0\n"}}) == std::set<std::string>{"invalid-value"});
  CHECK(Found({{"yaml", "policies/limits/default.yaml", "deadline: soon\n"}}) ==
        std::set<std::string>{"invalid-value"});
  CHECK(Found({{"text", "", "version: 0\n"}}).empty());
}

TEST_CASE("an SQL example gets the grants, parameters and columns that it needs and no more", "[example]") {
  CHECK(
      Found({{"sql", "", "SELECT zone, COUNT(*) AS n FROM parcels WHERE state = :state GROUP BY zone ORDER BY zone\n"}})
          .empty());
  CHECK(Found({{"sql", "", "SELECT private_note FROM parcels ORDER BY parcel_id\n"}}) ==
        std::set<std::string>{"unlisted-column"});
  CHECK(Found({{"sql", "policies/sources/depot.sql", "CREATE TABLE parcels (again TEXT);\n"}}) ==
        std::set<std::string>{"invalid-schema"});
}

}  // namespace querygate
