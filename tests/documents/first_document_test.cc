// The first founding document's checks that no other test makes: denials by name, counterexamples of the native
// database, what the summing report refuses, and declarations that are wrong on purpose.
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "tests/documents/first_deployment.h"

namespace querygate::scenario {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExact = "parcels/exact_units_by_zone";
constexpr const char* kExactFile = "reports/parcels/exact_units_by_zone.yaml";
constexpr const char* kOwn = "test/own";
constexpr const char* kOwnFile = "reports/test/own.yaml";

std::string Rejected(const std::string& reason) { return R"({"status":"rejected","reason":")" + reason + R"("})"; }
std::string Failed(const std::string& reason) { return R"({"status":"failed","reason":")" + reason + R"("})"; }
std::string Delivered(const std::string& rows) { return R"({"status":"ok","complete":true,"rows":[)" + rows + "]}"; }

// A stored value as SQL text.
std::string Literal(const Json& value) {
  if (value.is_null()) return "NULL";
  if (value.is_string()) return "'" + value.get<std::string>() + "'";
  if (value.is_object()) return "x'" + value.at("__bytes_hex__").get<std::string>() + "'";
  return value.dump();
}

Json StoredInputs() { return Json::parse(RepositoryFile("tests/documents/exact_units_cases.json")).at("cases"); }

// A database holding one of the stored inputs.
void Store(const std::string& path, const Json& input) {
  const auto insert = [](const Json& row) {
    return "INSERT INTO parcels VALUES (" + Literal(row.at(0)) + ", " + Literal(row.at(1)) + ", 'sent', '');";
  };
  std::string sql;
  const Json& rows = input.at("rows");
  if (rows.is_object()) {
    for (std::size_t i = 0; i < rows.at("repeat").get<std::size_t>(); ++i) sql += insert(rows.at("row"));
  } else {
    for (const Json& row : rows) sql += insert(row);
  }
  MakeSource(path, "logistics", false);
  WriteDatabase(path, sql);
}

}  // namespace

TEST_CASE("the eight denials hold by lint and, where lint was skipped, by run") {
  OwnDeployment deployment;
  MakeSource(deployment.database(), "logistics", true);
  const std::string before = FileBytes(deployment.database());
  struct Row {
    const char* name;
    const char* sql;
    const char* rule;
    const char* subject;  // what the finding and the operator's cause name
  };
  const std::vector<Row> rows = {
      {"private column", "SELECT private_note AS x FROM parcels ORDER BY x", "unlisted-column", "private_note"},
      {"hidden table", "SELECT label AS x FROM hidden ORDER BY x", "unlisted-table", "hidden"},
      {"write", "UPDATE parcels SET units = 0", "denied-action", "UPDATE is not something a report may do"},
      {"pragma", "PRAGMA query_only=OFF", "denied-action", "PRAGMA is not something a report may do"},
      {"attach", "ATTACH DATABASE ':memory:' AS extra", "denied-action", "ATTACH is not something a report may do"},
      {"extension function", "SELECT load_extension('never-loaded') AS x", "unlisted-function", "load_extension"},
      {"unlisted function", "SELECT random() AS x", "unlisted-function", "random"},
      {"temporary table", "CREATE TEMP TABLE scratch(x)", "not-a-query", "is not a query"},
  };
  for (const Row& row : rows) {
    DYNAMIC_SECTION(row.name) {
      deployment.WriteReport("{ tables: { parcels: [zone, units, state] }, functions: [count, sum] }",
                             "\"" + std::string(row.sql) + "\"", "{ x: { type: text } }");
      const std::string findings = deployment.Lint(kOwnFile);
      CHECK_THAT(findings, Catch::Contains(" " + std::string(row.rule) + "]"));
      CHECK_THAT(findings, Catch::Contains(row.subject));
      const Answer answer = deployment.Run(kOwn);
      CHECK(answer.body == Failed("query_unavailable"));
      CHECK_THAT(answer.cause, Catch::Contains(row.subject));
      CHECK(answer.cause.find("synthetic") == std::string::npos);
      CHECK(FileBytes(deployment.database()) == before);
    }
  }
}

TEST_CASE("a bare count is permitted for a listed table and for no other") {
  OwnDeployment deployment;
  MakeSource(deployment.database(), "logistics", true);
  WriteDatabase(deployment.database(), "INSERT INTO parcels VALUES ('east', NULL, 'sent', '')");
  const auto count = [&](const std::string& what) {
    deployment.WriteReport("{ tables: { parcels: [units] }, functions: [count] }", "SELECT " + what,
                           "{ n: { type: integer } }");
    return deployment.Run(kOwn);
  };
  CHECK(count("COUNT(*) AS n FROM parcels").body == Delivered(R"({"n":"4"})"));
  // The two counts keep their different meanings.
  CHECK(count("COUNT(units) AS n FROM parcels").body == Delivered(R"({"n":"3"})"));
  const Answer hidden = count("COUNT(*) AS n FROM hidden");
  CHECK(hidden.body == Failed("query_unavailable"));
  CHECK_THAT(hidden.cause, Catch::Contains("hidden"));
}

TEST_CASE("a bound value is neither a name nor syntax") {
  OwnDeployment deployment;
  MakeSource(deployment.database(), "logistics", true);
  const std::string parameters = "{ text: { type: string, max_length: 80, description: Any. } }";
  const std::string allow = "{ tables: { parcels: [zone, units, state] } }";
  const std::string columns = "{ x: { type: text } }";

  deployment.WriteReport(allow, "SELECT DISTINCT :text AS x FROM parcels ORDER BY x", columns, parameters);
  CHECK(deployment.Run(kOwn, R"({"text":"units"})").body == Delivered(R"({"x":"units"})"));

  deployment.WriteReport(allow, "SELECT DISTINCT zone AS x FROM parcels WHERE state = :text ORDER BY x", columns,
                         parameters);
  CHECK(deployment.Run(kOwn, R"({"text":"sent"})").body == Delivered(R"({"x":"east"},{"x":"west"})"));
  CHECK(deployment.Run(kOwn, R"({"text":"sent' OR 1=1 --"})").body == Delivered(""));
}

TEST_CASE("a state or limit of another JSON type is refused before the source is opened") {
  OwnDeployment deployment;
  deployment.Copy("reports/parcels/units_by_zone.yaml");
  const auto run = [&](const std::string& arguments) {
    return deployment.Run("parcels/units_by_zone", arguments).body;
  };
  for (const char* state : {"null", "true", "1", "1.5", "[]", R"(["sent"])", "{}", R"("lost")"}) {
    INFO(state);
    CHECK(run(R"({"state":)" + std::string(state) + "}") == Rejected("invalid_state"));
  }
  for (const char* limit : {"null", "true", "false", "1.0", "0", "21", R"("1")", "[1]", "{}"}) {
    INFO(limit);
    CHECK(run(R"({"state":"sent","limit":)" + std::string(limit) + "}") == Rejected("invalid_limit"));
  }
  // There is no database: what is valid gets as far as its absence.
  for (const char* limit : {"1", "20"}) {
    CHECK(run(R"({"state":"sent","limit":)" + std::string(limit) + "}") == Failed("query_unavailable"));
  }
}

TEST_CASE("one row of output does not stand for little work") {
  const auto total = [](const std::string& vm_steps) {
    OwnDeployment deployment;
    deployment.Copy("policies/limits/founding.yaml", {{"vm_steps: 100000", "vm_steps: " + vm_steps}});
    MakeSource(deployment.database(), "logistics", false);
    WriteDatabase(deployment.database(),
                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) "
                  "INSERT INTO parcels SELECT 'east', 1, 'sent', '' FROM n");
    deployment.WriteReport("{ tables: { parcels: [units] }, functions: [sum] }",
                           "SELECT SUM(units) AS total FROM parcels LIMIT 1", "{ total: { type: integer } }");
    return deployment.Run(kOwn).body;
  };
  CHECK(total("2000") == Failed("budget_exceeded"));
  CHECK(total("100000") == Delivered(R"({"total":"10000"})"));
}

TEST_CASE("every stored input through the summing report: what the native sum hides is refused") {
  std::string ten_zones;
  for (int zone = 0; zone < 10; ++zone) {
    ten_zones += (zone == 0 ? "" : ",") + (R"({"zone":"zone0)" + std::to_string(zone) + R"(","parcels":1,"units":1})");
  }
  const auto east = [](const std::string& parcels, const std::string& units) {
    return Delivered(R"({"zone":"east","parcels":)" + parcels + R"(,"units":)" + units + "}");
  };
  const std::map<std::string, std::string> answers = {
      {"empty", Delivered("")},
      {"zero", east("1", "0")},
      {"missing", Rejected("missing_units")},
      {"text", Rejected("invalid_units_type")},
      {"numeric_prefix", Rejected("invalid_units_type")},
      {"fraction", Rejected("invalid_units_type")},
      {"blob", Rejected("invalid_units_type")},
      {"invalid_zone", Rejected("missing_zone")},
      {"negative", east("1", "-1")},  // a sum may be negative here; the exact report refuses it
      {"numeric_text_affinity", east("1", "7")},
      {"large_exact", Rejected("invalid_units_range")},  // a JSON number would lose its last digit
      {"sum_overflow", Failed("query_failed")},
      {"late_bad_group", Rejected("invalid_units_type")},
      {"source_limit", east("1001", "1001")},
      {"group_limit", R"({"status":"ok","complete":false,"truncated":["rows"],"rows":[)" + ten_zones + "]}"},
  };
  const Json inputs = StoredInputs();
  REQUIRE(inputs.size() == answers.size());
  for (const auto& [name, answer] : answers) {
    DYNAMIC_SECTION(name) {
      const Folder folder;
      Store(folder / "logistics.sqlite", inputs.at(name));
      CHECK(Deployment({{"logistics", folder / "logistics.sqlite"}})
                .Run({.report = "parcels/units_by_zone", .arguments = {"state=sent"}}) == answer);
    }
  }
}

TEST_CASE("a declaration that is wrong on purpose gives another answer") {
  struct Row {
    const char* name;
    const char* input;
    std::vector<OwnDeployment::Edit> edits;
    std::string answer;
  };
  const auto east = [](const std::string& units, const std::string& parcels = "1") {
    return Delivered(R"({"zone":"east","parcels":)" + parcels + R"(,"units_decimal":")" + units + R"("})");
  };
  constexpr const char* kSelect = "SELECT zone, units FROM";
  std::string zones;
  for (int zone = 0; zone < 21; ++zone) {
    zones += (zone == 0 ? "" : ",") + (R"({"zone":"zone)" + std::string(zone < 10 ? "0" : "") + std::to_string(zone) +
                                       R"(","parcels":1,"units_decimal":"1"})");
  }
  const std::vector<Row> rows = {
      {"null as zero",
       "missing",
       {{kSelect, "SELECT zone, CASE WHEN units IS NULL THEN 0 ELSE units END AS units FROM"}},
       east("0")},
      {"coerce float", "fraction", {{kSelect, "SELECT zone, CAST(units AS INTEGER) AS units FROM"}}, east("0")},
      {"truncate source",
       "source_limit",
       {{"sql: SELECT zone, units FROM parcels WHERE state = :state",
         "sql: SELECT zone, units FROM parcels WHERE state = :state ORDER BY zone, units LIMIT 1000"}},
       east("1000", "1000")},
      {"ignore group limit", "group_limit", {{"max: 20", "max: 21"}}, Delivered(zones)},
      {"ignore total range",
       "sum_overflow",
       {{"max: 9223372036854775807", "max: 18446744073709551614"}},
       east("9223372036854775808", "2")},
      {"float total",
       "large_exact",
       {{kSelect, "SELECT zone, CAST(CAST(units AS REAL) AS INTEGER) AS units FROM"}},
       east("9007199254740992")},
      {"rejection as fewer rows",
       "late_bad_group",
       {{"WHERE state = :state", "WHERE state = :state AND units < ''"}},
       east("2")},
      {"allow negative",
       "negative",
       {{"units: { type: integer, min: 0 }", "units: { type: integer, min: -1 }"}},
       east("-1")},
  };
  const Json inputs = StoredInputs();
  for (const Row& row : rows) {
    DYNAMIC_SECTION(row.name) {
      OwnDeployment deployment;
      deployment.Copy("policies/limits/founding.yaml", {{"groups: 20", "groups: 21"}});
      deployment.Copy(kExactFile, row.edits);
      Store(deployment.database(), inputs.at(row.input));
      const Answer wrong = deployment.Run(kExact, R"({"state":"sent"})");
      INFO(wrong.cause);
      CHECK(wrong.body == row.answer);
      deployment.Copy(kExactFile);
      const Json& expected = inputs.at(row.input).at("expected");
      const Json right = Json::parse(deployment.Run(kExact, R"({"state":"sent"})").body);
      CHECK(right.at("status") == expected.at("status"));
      CHECK(right.value("reason", "") == expected.value("reason", ""));
      CHECK(right.value("rows", Json()) == expected.value("rows", Json()));
    }
  }
}

}  // namespace querygate::scenario
