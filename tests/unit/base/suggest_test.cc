#include "engine/base/suggest.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace querygate;

TEST_CASE("a slip finds its name and a stranger finds none", "[suggest]") {
  struct Row {
    std::string word, expected;  // empty: none
  };
  const std::vector<std::string> names = {"parameters", "queries", "result", "rows", "max", "min", "lint"};
  const auto row = GENERATE(values<Row>({{"paramters", "parameters"},
                                         {"parametres", "parameters"},
                                         {"querys", "queries"},
                                         {"reslut", "result"},
                                         {"row", "rows"},
                                         {"wors", ""},
                                         {"mx", "max"},
                                         {"mxa", "max"},
                                         {"mix", "max"},  // as near to min: the earlier one
                                         {"lnit", "lint"},
                                         {"result", "result"},
                                         {"", ""},
                                         {"columns", ""},
                                         {"limits", ""}}));
  CAPTURE(row.word);
  CHECK(NearestName(row.word, names).value_or("") == row.expected);
}

TEST_CASE("a third of the longer word may differ, and no more", "[suggest]") {
  const std::vector<std::string> names = {"abcdefghi"};
  CHECK(NearestName("abcdefxyz", names).has_value());
  CHECK_FALSE(NearestName("abcdewxyz", names).has_value());
}

TEST_CASE("a very long word costs nothing and finds nothing", "[suggest]") {
  const std::vector<std::string> names = {std::string(200, 'a'), "b"};
  CHECK_FALSE(NearestName(std::string(200, 'a'), names).has_value());
  CHECK_FALSE(NearestName(std::string(1'000'000, 'a'), names).has_value());
  CHECK_FALSE(NearestName("a", {}).has_value());
}
