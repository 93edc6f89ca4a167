// The music reports over the public Chinook sample database: expected values were computed apart, with exact
// decimal arithmetic over the stored amounts.
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/documents/scenario.h"

namespace querygate::scenario {
namespace {

using Json = nlohmann::ordered_json;

Json Run(const std::string& report, const Words& arguments) {
  const std::string path = QUERYGATE_CHINOOK;
  const std::string before = FileBytes(path);
  Json body = Json::parse(Deployment({{"music", path}}).Run({.report = "music/" + report, .arguments = arguments}));
  CHECK(FileBytes(path) == before);
  return body;
}

const Words kAllYears = {"since=2021-01-01", "until=2026-01-01"};

Words With(Words arguments, const std::string& word) {
  arguments.push_back(word);
  return arguments;
}

}  // namespace

TEST_CASE("revenue by country is exact") {
  const Json body = Run("revenue_by_country", kAllYears);
  CHECK(body.at("total") == Json::parse(R"([{"invoices":412,"revenue":"2328.60"}])"));
  REQUIRE(body.at("countries").size() == 24);
  CHECK(body.at("countries").at(0).at("country") == "USA");
  CHECK(body.at("countries").at(0).at("revenue") == "523.06");
  CHECK(body.at("countries").at(1).at("revenue") == "303.96");
  // Seven countries have the same revenue; they come in the order of their names.
  std::vector<std::string> equal;
  for (const Json& row : body.at("countries")) {
    if (row.at("revenue") == "37.62") equal.push_back(row.at("country").get<std::string>());
  }
  CHECK(equal == std::vector<std::string>{"Argentina", "Australia", "Belgium", "Denmark", "Italy", "Poland", "Spain"});
}

TEST_CASE("the place at the cut is given to all who share it") {
  const Json four = Run("top_customers", With(kAllYears, "places=4"));
  REQUIRE(four.at("customers").size() == 5);
  CHECK(four.at("complete") == true);
  CHECK(four.at("customers").at(3).at("place") == 4);
  CHECK(four.at("customers").at(4).at("place") == 4);
  CHECK(four.at("customers").at(0).at("spent") == "49.62");
  CHECK(four.at("period") == Json::parse(R"({"invoices":412,"buyers":59,"irregular":0})"));
  const Json five = Run("top_customers", With(kAllYears, "places=5"));
  CHECK(five.at("customers") == four.at("customers"));
}

TEST_CASE("the catalogue is searched by part of a name, genres, length and order") {
  const Json found = Run("catalogue_search", {"artist_contains=BLACK sab", "genres=Metal", "genres=Rock", "limit=100"});
  REQUIRE(found.at("status") == "ok");
  REQUIRE(found.at("complete") == true);
  CHECK(found.at("rows").size() == 17);
  for (const Json& row : found.at("rows")) CHECK(row.at("artist") == "Black Sabbath");
  const Json longest = Run("catalogue_search", {"artist_contains=black sab", "genres=Metal", "genres=Rock",
                                                "max_seconds=300", "order=longest", "limit=2"});
  CHECK(longest.at("complete") == false);
  REQUIRE(longest.at("rows").size() == 2);
  CHECK(longest.at("rows").at(0).at("length") >= longest.at("rows").at(1).at("length"));
  CHECK(longest.at("rows").at(0).at("length") <= 300000);
}

}  // namespace querygate::scenario
