// The exact-units contract: what may be stored, and the only acceptable answer to it.
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/documents/scenario.h"

namespace querygate::scenario {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kReport = "parcels/exact_units_by_zone";

std::string Quote(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

// A stored value as SQL text.
std::string Literal(const Json& value) {
  if (value.is_null()) return "NULL";
  if (value.is_string()) return Quote(value.get<std::string>());
  if (value.is_object()) return "x'" + value.at("__bytes_hex__").get<std::string>() + "'";
  return value.dump();
}

struct Row {
  std::string zone;   // SQL text
  std::string units;  // SQL text
};

std::vector<Row> RowsOf(const Json& rows) {
  std::vector<Row> result;
  if (rows.is_object()) {
    const Json& row = rows.at("row");
    result.assign(rows.at("repeat").get<std::size_t>(), Row{Literal(row.at(0)), Literal(row.at(1))});
  } else {
    for (const Json& row : rows) result.push_back({Literal(row.at(0)), Literal(row.at(1))});
  }
  return result;
}

std::string Insert(const std::vector<Row>& rows) {
  std::string sql;
  for (const Row& row : rows) {
    sql += "INSERT INTO parcels VALUES (" + row.zone + ", " + row.units + ", 'sent', 'synthetic-unused');";
  }
  return sql;
}

// One database with these rows, and one call for it.
std::string Answer(const std::vector<Row>& rows, const Words& arguments = {"state=sent"}) {
  const Folder folder;
  const std::string path = folder / "logistics.sqlite";
  MakeSource(path, "logistics", false);
  WriteDatabase(path, Insert(rows));
  const std::string before = FileBytes(path);
  const std::string body = Deployment({{"logistics", path}}).Run({.report = kReport, .arguments = arguments});
  CHECK(FileBytes(path) == before);
  return body;
}

std::string Rejected(const std::string& reason) { return R"({"status":"rejected","reason":")" + reason + R"("})"; }
std::string Failed(const std::string& reason) { return R"({"status":"failed","reason":")" + reason + R"("})"; }

std::string OneZone(const std::string& zone, int parcels, const std::string& units) {
  return R"({"status":"ok","complete":true,"rows":[{"zone":")" + zone + R"(","parcels":)" + std::to_string(parcels) +
         R"(,"units_decimal":")" + units + R"("}]})";
}

}  // namespace

TEST_CASE("every stored input gives exactly its answer") {
  const Json cases = Json::parse(RepositoryFile("tests/documents/exact_units_cases.json")).at("cases");
  REQUIRE(cases.size() == 15);
  for (const auto& [name, input] : cases.items()) {
    DYNAMIC_SECTION(name) {
      Json expected = input.at("expected");
      if (expected.at("status") == "ok") {
        expected = Json{{"status", "ok"}, {"complete", true}, {"rows", expected.at("rows")}};
      }
      CHECK(Answer(RowsOf(input.at("rows"))) == expected.dump());
    }
  }
}

TEST_CASE("source rows are complete at 1000 and refused at 1001") {
  CHECK(Answer(std::vector<Row>(1000, {"'east'", "1"})) == OneZone("east", 1000, "1000"));
  CHECK(Answer(std::vector<Row>(1001, {"'east'", "1"})) == Rejected("source_limit"));
}

TEST_CASE("too many rows win over a bad value among them") {
  std::vector<Row> rows(1001, {"'east'", "1"});
  rows.front().units = "'pending'";
  CHECK(Answer(rows) == Rejected("source_limit"));
}

TEST_CASE("groups are complete at 20 and refused at 21") {
  std::vector<Row> rows;
  std::string expected = R"({"status":"ok","complete":true,"rows":[)";
  for (int zone = 0; zone < 20; ++zone) {
    const std::string name = "zone" + std::to_string(10 + zone);
    rows.push_back({Quote(name), "1"});
    expected += (zone == 0 ? "" : ",") + (R"({"zone":")" + name + R"(","parcels":1,"units_decimal":"1"})");
  }
  CHECK(Answer(rows) == expected + "]}");
  rows.push_back({"'one more'", "1"});
  CHECK(Answer(rows) == Rejected("group_limit"));
}

TEST_CASE("a bad value wins over too many groups") {
  std::vector<Row> rows;
  for (int zone = 0; zone < 21; ++zone) rows.push_back({"'zone" + std::to_string(zone) + "'", "1"});
  rows.back().units = "-1";
  CHECK(Answer(rows) == Rejected("invalid_units_range"));
}

TEST_CASE("totals are exact up to 2^63-1 and refused from 2^63") {
  CHECK(Answer({{"'east'", "9223372036854775806"}, {"'east'", "1"}}) == OneZone("east", 2, "9223372036854775807"));
  CHECK(Answer({{"'east'", "9223372036854775807"}, {"'east'", "1"}}) == Rejected("sum_out_of_range"));
}

TEST_CASE("a zone has 1 to 80 code points") {
  std::string eighty;
  for (int i = 0; i < 80; ++i) eighty += "é";
  CHECK(Answer({{Quote(eighty), "1"}}) == OneZone(eighty, 1, "1"));
  CHECK(Answer({{Quote(eighty + "é"), "1"}}) == Rejected("invalid_zone"));
  CHECK(Answer({{"''", "1"}}) == Rejected("invalid_zone"));
}

TEST_CASE("the request is judged before the source is opened") {
  const Folder folder;
  const Deployment deployment({{"logistics", folder / "missing.sqlite"}});
  CHECK(deployment.Run({.report = kReport, .arguments = {"state=all"}}) == Rejected("invalid_state"));
  CHECK(deployment.Run({.report = kReport, .arguments = {"state=sent' OR 1=1 --"}}) == Rejected("invalid_state"));
  CHECK(deployment.Run({.report = kReport}) == Rejected("missing_state"));
  CHECK(deployment.Run({.report = kReport, .arguments = {"state=sent", "path=x"}}) == Rejected("unknown_argument"));
}

TEST_CASE("a state without parcels is an empty result") {
  CHECK(Answer({{"'east'", "1"}}, {"state=queued"}) == R"({"status":"ok","complete":true,"rows":[]})");
}

TEST_CASE("what cannot be read is a failure and never an empty result") {
  const Folder folder;
  const std::string path = folder / "logistics.sqlite";

  SECTION("a missing file, which is not created") {
    CHECK(Deployment({{"logistics", path}}).Run({.report = kReport, .arguments = {"state=sent"}}) ==
          Failed("query_unavailable"));
    CHECK_FALSE(std::filesystem::exists(path));
  }
  SECTION("a database without the table") {
    WriteDatabase(path, "CREATE TABLE unrelated (x)");
    CHECK(Deployment({{"logistics", path}}).Run({.report = kReport, .arguments = {"state=sent"}}) ==
          Failed("schema_drift"));
  }
  SECTION("a query that is interrupted by its step budget") {
    MakeSource(path, "logistics", false);
    WriteDatabase(path,
                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) "
                  "INSERT INTO parcels SELECT 'east', 1, 'queued', '' FROM n");
    CHECK(Deployment({{"logistics", path}}).Run({.report = kReport, .arguments = {"state=sent"}}) ==
          Failed("budget_exceeded"));
  }
  SECTION("a request whose time is over before it starts") {
    MakeSource(path, "logistics", true);
    CHECK(Deployment({{"logistics", path}})
              .Run({.report = kReport, .arguments = {"state=sent"}, .age = std::chrono::hours(1)}) ==
          Failed("deadline_exceeded"));
  }
}

TEST_CASE("a repaired row is read by the next call, and nothing of the last answer is joined to it") {
  const Folder folder;
  const std::string path = folder / "logistics.sqlite";
  MakeSource(path, "logistics", false);
  WriteDatabase(path, Insert({{"'east'", "2"}, {"'west'", "'pending'"}}));
  const Deployment deployment({{"logistics", path}});
  const Call call{.report = kReport, .arguments = {"state=sent"}};
  CHECK(deployment.Run(call) == Rejected("invalid_units_type"));
  WriteDatabase(path, "UPDATE parcels SET units = 3 WHERE zone = 'west'");
  CHECK(deployment.Run(call) ==
        R"({"status":"ok","complete":true,"rows":[{"zone":"east","parcels":1,"units_decimal":"2"},)"
        R"({"zone":"west","parcels":1,"units_decimal":"3"}]})");
}

TEST_CASE("the first report adds in SQL and says when zones were left out") {
  const Folder folder;
  const std::string path = folder / "logistics.sqlite";
  MakeSource(path, "logistics", true);
  const Deployment deployment({{"logistics", path}});
  const auto run = [&](const Words& arguments) {
    return deployment.Run({.report = "parcels/units_by_zone", .arguments = arguments});
  };
  CHECK(run({"state=sent"}) == R"({"status":"ok","complete":true,"rows":[{"zone":"east","parcels":1,"units":2},)"
                               R"({"zone":"west","parcels":1,"units":3}]})");
  CHECK(run({"state=sent", "limit=1"}) ==
        R"({"status":"ok","complete":false,"truncated":["rows"],"rows":[{"zone":"east","parcels":1,"units":2}]})");
  for (const char* limit : {"limit=0", "limit=21", "limit=true", "limit=1.0", "limit=1e1", "limit=-1"}) {
    CHECK(run({"state=sent", limit}) == Rejected("invalid_limit"));
  }
  WriteDatabase(path, "INSERT INTO parcels VALUES ('east', 'pending', 'sent', '')");
  CHECK(run({"state=sent"}) == Rejected("invalid_units_type"));
}

}  // namespace querygate::scenario
