// Kinds of trickery composed with each other, over a schema of their own: every case is judged rightly, and a
// refusal counts only for the rule that the case names.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "engine/base/rule.h"
#include "tests/adversarial/guarded_database.h"
#include "tests/cases.h"
#include "tests/project_root.h"

namespace querygate::sqlite::test {
namespace {

constexpr std::string_view kClinic = R"sql(
PRAGMA synchronous=OFF;
BEGIN;
CREATE TABLE visits(
  visit_id INTEGER PRIMARY KEY, patient INTEGER, ward TEXT COLLATE NOCASE, day TEXT, minutes INTEGER,
  diagnosis TEXT, fee INTEGER, meta TEXT,
  hint TEXT AS (substr(diagnosis, 1, 1)) VIRTUAL, hint_again TEXT AS (hint || '.') STORED,
  span INTEGER AS (minutes * 2) VIRTUAL);
CREATE INDEX visits_by_diagnosis ON visits(lower(diagnosis));
CREATE INDEX visits_by_length ON visits(length(diagnosis), ward);
CREATE INDEX visits_by_ward ON visits(ward, minutes, diagnosis);
CREATE INDEX visits_by_year ON visits(substr(day, 1, 4)) WHERE fee > 0;
CREATE TABLE patients(patient INTEGER PRIMARY KEY, alias TEXT, ssn TEXT UNIQUE) STRICT;
CREATE TABLE wards(ward TEXT PRIMARY KEY, floor INTEGER, code TEXT) WITHOUT ROWID;
CREATE TABLE vault(ward TEXT, pin TEXT);
CREATE TABLE "Étage"(n INTEGER, plan TEXT);
CREATE TABLE "étage"(n INTEGER, plan TEXT);
CREATE TABLE "order"("select" INTEGER, "from" TEXT);
CREATE VIEW plain AS SELECT visit_id, ward, minutes FROM visits;
CREATE VIEW busy AS SELECT ward, minutes FROM plain;
CREATE VIEW hinted AS SELECT visit_id, hint FROM visits;
CREATE VIEW hinted_again AS SELECT hint AS echo FROM hinted;
CREATE VIEW spans AS SELECT span AS wide FROM visits;
CREATE VIEW paired AS SELECT v.visit_id, ward FROM visits v JOIN vault USING (ward);
CREATE VIEW paired_again AS SELECT visit_id FROM paired;
CREATE VIEW charged AS SELECT ward, sum(fee) AS total FROM visits GROUP BY ward;
CREATE VIEW shouted AS SELECT upper(alias) AS name FROM patients;
CREATE VIEW ranked AS SELECT visit_id, rank() OVER (ORDER BY minutes) AS place FROM visits;
INSERT INTO visits(visit_id, patient, ward, day, minutes, diagnosis, fee, meta) VALUES
  (1, 1, 'A', '2026-01-02', 10, 'flu', 90, '{"a":1}'), (2, 2, 'B', '2026-01-03', 20, 'gout', 80, '{"a":2}'),
  (3, 1, 'A', '2026-01-04', 30, 'cold', 70, NULL), (4, 4, 'a', '2026-01-05', 40, 'ache', 60, NULL);
INSERT INTO patients VALUES (1, 'one', '111'), (2, 'two', '222'), (4, 'four', '444');
INSERT INTO wards VALUES ('A', 1, 'x'), ('B', 2, 'y');
INSERT INTO vault VALUES ('A', '1234');
INSERT INTO "Étage" VALUES (1, 'p'), (2, 'q');
INSERT INTO "order" VALUES (1, 'f');
COMMIT;
)sql";

const std::vector<std::string> kVisitColumns = {"visit_id", "patient", "ward", "day", "minutes", "meta"};

struct Composed {
  std::string id, kind, sql, setup, rule;  // no rule: the case is harmless
  Declared declared;
  bool scoped = false;      // visits show ward A only
  std::optional<int> rows;  // that a harmless one gives
};

std::vector<Composed> LoadComposed() {
  std::ifstream file(testing::ProjectRoot() / "tests/adversarial/composed_cases.jsonl");
  REQUIRE(file.good());
  std::vector<Composed> cases;
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line);
    Composed one{.id = json.at("id"), .kind = json.at("kind"), .sql = json.at("sql")};
    one.setup = json.value("setup", "");
    one.rule = json.value("rule", "");
    INFO(one.id);
    REQUIRE(one.rule.empty() == (json.at("expect") == "allow"));
    one.scoped = json.value("scope", false);
    if (json.contains("rows")) one.rows = json.at("rows").get<int>();
    one.declared = {.tables = {{"visits", kVisitColumns},
                               {"patients", {"patient", "alias"}},
                               {"wards", {"ward", "floor"}},
                               {"Étage", {"n"}},
                               {"order", {"select"}}},
                    .functions = {"count", "sum", "max", "min", "coalesce", "lower", "length", "row_number"},
                    .recursive = json.value("recursive", false),
                    .needs_order = false};
    if (!one.scoped) {
      one.declared.tables.push_back({"plain", {"visit_id", "ward", "minutes"}});
      one.declared.tables.push_back({"busy", {"ward", "minutes"}});
    }
    const nlohmann::json tables = json.value("tables", nlohmann::json::object());
    for (const auto& [table, columns] : tables.items())
      one.declared.tables.push_back({table, columns.get<std::vector<std::string>>()});
    for (std::string function : json.value("functions", std::vector<std::string>()))
      one.declared.functions.push_back(std::move(function));
    cases.push_back(std::move(one));
  }
  return cases;
}

struct Count {
  int allowed = 0, denied = 0;
};

}  // namespace

TEST_CASE("every composed case is judged rightly, and for its reason", "[composed]") {
  std::map<std::string, Count> counts;
  testing::CaseCount composed("composed statements");
  const std::vector<Composed> cases = LoadComposed();
  REQUIRE(cases.size() >= 100);
  for (const Composed& one : cases) {
    GuardedDatabase database(kClinic, one.setup);
    Declared declared = one.declared;
    if (!one.scoped) declared.columns = database.ProbeColumns(one.sql);
    CompiledReport report = MakeReport(declared, one.sql);
    AccessPolicy policy{.allowlist = &report.allowlist};
    if (one.scoped) {
      database.AddScope(policy, "visits", kVisitColumns, "ward", "A");
      for (const std::string& name : database.ProbeColumns(one.sql, policy))
        report.queries.front().columns.push_back({.name = name});
    }
    const Gated gated = database.Pass(report, policy);

    INFO(one.id << ": " << one.sql);
    INFO(Describe(gated.all));
    const int rows = database.Run(gated.statement, policy);
    if (one.rule.empty()) {
      CHECK(Describe(gated.all) == "");
      CHECK(composed.Add(gated.all.empty() && rows >= 0));
      if (one.rows) CHECK(rows == *one.rows);
      ++counts[one.kind].allowed;
      continue;
    }
    REQUIRE(FindRule(one.rule) != nullptr);
    CHECK(composed.Add(std::any_of(gated.all.begin(), gated.all.end(),
                                   [&](const Violation& violation) { return violation.rule == one.rule; })));
    ++counts[one.kind].denied;
  }
  std::cout << "kind           allowed denied\n";
  for (const auto& [kind, count] : counts) std::printf("%-14s %7d %6d\n", kind.c_str(), count.allowed, count.denied);
}

}  // namespace querygate::sqlite::test
