// Each check of the gate on both sides, for its own rule.
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/gate_findings.h"
#include "engine/base/rule.h"
#include "tests/adversarial/guarded_database.h"

namespace querygate::sqlite::test {
namespace {

constexpr std::string_view kSchema = R"sql(
CREATE TABLE parcels (id INTEGER PRIMARY KEY, zone TEXT, units INTEGER, note TEXT, twice AS (units * 2),
  shout AS (upper(note)) STORED);
CREATE TABLE hidden (code TEXT);
CREATE TABLE odd ("" TEXT, a TEXT);
CREATE VIEW v AS SELECT id, zone FROM parcels;
CREATE VIRTUAL TABLE box USING rtree(id, x0, x1);
CREATE VIEW boxes AS SELECT id FROM box;
INSERT INTO parcels(id, zone, units, note) VALUES (1, 'east', 2, 'n'), (2, 'west', 3, 'm');
)sql";

Declared Parcels(std::vector<std::string> columns, std::vector<std::string> parameters = {}) {
  return {.tables = {{"parcels", {"id", "zone", "units"}}, {"v", {"id", "zone"}}},
          .functions = {"count", "sum", "lower"},
          .parameters = std::move(parameters),
          .columns = std::move(columns),
          .needs_order = false};
}

const Violation* Find(const std::vector<Violation>& violations, std::string_view rule, std::string_view subject = {}) {
  for (const Violation& violation : violations) {
    if (violation.rule == rule && (subject.empty() || violation.subject == subject)) return &violation;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a statement that keeps to its declaration passes and tells its facts", "[gate]") {
  GuardedDatabase database(kSchema);
  const CompiledReport report =
      MakeReport(Parcels({"k", "zone"}, {"least"}),
                 "SELECT ZONE AS zone, Count(*) AS k FROM Parcels WHERE units >= :least GROUP BY zone ORDER BY zone");
  const Gated gated = database.Pass(report);
  CHECK(Describe(gated.all) == "");
  const StatementFacts& facts = gated.statement.facts;
  const std::vector<AccessUse> expected{{AccessUse::Kind::kColumn, "parcels", "units"},
                                        {AccessUse::Kind::kColumn, "parcels", "zone"},
                                        {AccessUse::Kind::kFunction, "count", ""}};
  CHECK(facts.uses == expected);
  REQUIRE(facts.columns.size() == 2);
  CHECK(facts.columns[0].name == "zone");
  CHECK(facts.columns[0].declared_type == "TEXT");
  CHECK(facts.columns[0].origin_table == "parcels");
  CHECK(facts.columns[0].origin_column == "zone");
  CHECK(facts.columns[1].origin_column == "");
  CHECK(gated.statement.slot_indexes == std::vector<int>{1});
  CHECK(gated.statement.column_indexes == std::vector<int>{1, 0});
  REQUIRE_FALSE(facts.plan.empty());
  CHECK(facts.plan.front().starts_with("SCAN"));
}

TEST_CASE("each breach is told by its own rule, with its place", "[gate]") {
  struct Row {
    std::string_view sql;
    std::vector<std::string> columns;
    std::string_view rule;
    std::string_view at;  // the SQL from the finding's place on begins with this; empty: no place expected
    std::vector<std::string> parameters = {};
  };
  const std::vector<Row> rows{
      {"SELECT id, note FROM parcels", {"id", "note"}, "unlisted-column", "note"},
      {"SELECT code FROM hidden", {"code"}, "unlisted-table", "code"},
      {"SELECT count(*) AS k FROM hidden", {"k"}, "unlisted-table", "hidden"},
      {"SELECT upper(zone) AS z FROM parcels", {"z"}, "unlisted-function", "upper"},
      {"SELECT '{}' -> 'a' AS z", {"z"}, "unlisted-function", "->"},
      {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n",
       {"i"},
       "recursion-not-allowed",
       "RECURSIVE"},
      {"PRAGMA table_info(parcels)", {}, "denied-action", "PRAGMA"},
      {"ATTACH ':memory:' AS x", {}, "denied-action", "ATTACH"},
      {"DELETE FROM parcels", {}, "denied-action", "DELETE"},
      {"SELECT zone FROM sqlite_schema", {"zone"}, "unknown-column", "zone"},
      {"SELECT sql FROM sqlite_schema", {"sql"}, "unlisted-table", "sql"},
      {"", {}, "not-a-query", ""},
      {" ; ", {}, "not-a-query", ""},
      {"VACUUM", {}, "not-a-query", ""},
      {"EXPLAIN SELECT id FROM parcels", {}, "not-a-query", "EXPLAIN"},
      {"EXPLAIN QUERY PLAN SELECT id FROM parcels", {}, "not-a-query", "EXPLAIN"},
      {"SELECT id FROM parcels; SELECT 1", {"id"}, "several-statements", ""},
      {"SELEC id FROM parcels", {}, "sql-error", "SELEC"},
      {"SELECT id FROM parcels WHERE", {}, "sql-error", ""},
      {"SELECT id FROM parcles", {"id"}, "unknown-table", "parcles"},
      {"SELECT zoen FROM parcels", {"zoen"}, "unknown-column", "zoen"},
      {"SELECT zone FROM parcels WHERE zone = \"east\"", {"zone"}, "unknown-column", "\"east\""},
      {"SELECT lowr(zone) AS z FROM parcels", {"z"}, "unknown-function", "lowr"},
      {"SELECT value FROM json_each('[1]')", {"value"}, "virtual-table", "json_each"},
      {"SELECT id FROM box", {"id"}, "virtual-table", "box"},
      {"SELECT id FROM \"BOX\"", {"id"}, "virtual-table", "\"BOX\""},
      {"SELECT id FROM boxes", {"id"}, "virtual-table", "boxes"},
      {"SELECT id FROM parcels WHERE zone = :zone", {"id"}, "parameter-mismatch", ":zone"},
      {"SELECT id FROM parcels WHERE zone = :Zone", {"id"}, "parameter-mismatch", ":Zone", {"zone"}},
      {"SELECT id FROM parcels WHERE zone = @zone", {"id"}, "parameter-mismatch", "@zone", {"zone"}},
      {"SELECT id FROM parcels", {"id"}, "parameter-mismatch", "", {"zone"}},
      {"SELECT id FROM parcels WHERE zone = ?", {"id"}, "positional-parameter", "?"},
      {"SELECT id FROM parcels WHERE zone = ?7", {"id"}, "positional-parameter", "?"},
      {"SELECT id FROM parcels", {"id", "zone"}, "result-columns", ""},
      {"SELECT id, zone FROM parcels", {"id"}, "result-columns", "zone"},
      {"SELECT id, zone AS id FROM parcels", {"id"}, "result-columns", "id"},
      {"SELECT id AS ID FROM parcels", {"id"}, "result-columns", "id"},
  };
  for (const Row& row : rows) {
    INFO(row.sql);
    GuardedDatabase database(kSchema);
    const CompiledReport report = MakeReport(Parcels(row.columns, row.parameters), std::string(row.sql));
    const Gated gated = database.Pass(report);
    INFO(Describe(gated.all));
    const Violation* found = Find(gated.statement.facts.violations, row.rule);
    REQUIRE(found != nullptr);
    CHECK(FindRule(found->rule) != nullptr);
    CHECK_FALSE(found->message.empty());
    if (!row.at.empty()) {
      REQUIRE(found->offset.has_value());
      CHECK(row.sql.substr(*found->offset).starts_with(row.at));
    }
  }
}

TEST_CASE("a survey of an empty schema tells all that is not listed, and still runs nothing", "[gate]") {
  GuardedDatabase database(kSchema);
  const CompiledReport report =
      MakeReport(Parcels({"id", "x"}), "SELECT p.id, upper(p.note) || h.code AS x FROM parcels p JOIN hidden h ON 1");
  for (const bool survey : {false, true}) {
    const Gated gated = database.Pass(report, {.allowlist = &report.allowlist, .survey = survey});
    INFO(Describe(gated.all));
    CHECK(gated.statement.statement == nullptr);
    CHECK(Find(gated.all, "unlisted-function", "upper") != nullptr);
    CHECK((Find(gated.all, "unlisted-column", "parcels.note") != nullptr) == survey);
    // One finding says it: the program's reads were already told as denied.
    CHECK(Find(gated.all, "undeclared-read") == nullptr);
  }

  const CompiledReport write = MakeReport(Parcels({}), "DELETE FROM parcels");
  const Gated gated = database.Pass(write, {.allowlist = &write.allowlist, .survey = true});
  CHECK(Find(gated.all, "denied-action", "DELETE") != nullptr);
}

TEST_CASE("generated columns need all that they are made of", "[gate]") {
  GuardedDatabase database(kSchema);
  struct Row {
    std::string_view column;
    std::vector<std::string> listed;
    std::vector<std::string> functions;
    bool allowed;
  };
  const std::vector<Row> rows{
      {"twice", {"twice", "units"}, {}, true},       {"twice", {"twice"}, {}, false},
      {"shout", {"shout", "note"}, {"upper"}, true}, {"shout", {"shout", "note"}, {}, false},
      {"shout", {"shout"}, {"upper"}, false},
  };
  for (const Row& row : rows) {
    INFO(row.column);
    const std::string column(row.column);
    const Declared declared{
        .tables = {{"parcels", row.listed}}, .functions = row.functions, .columns = {column}, .needs_order = false};
    const CompiledReport report = MakeReport(declared, "SELECT " + column + " FROM parcels");
    const Gated gated = database.Pass(report);
    INFO(Describe(gated.all));
    CHECK((Find(gated.statement.facts.violations, "generated-source", "parcels." + column) == nullptr) == row.allowed);
    CHECK((Find(gated.objects, "generated-source", "parcels." + column) == nullptr) == row.allowed);
    CHECK(gated.all.empty() == row.allowed);
  }
}

TEST_CASE("a permitted name that somebody else's function bears is refused", "[gate]") {
  GuardedDatabase database(kSchema);
  const CompiledReport report = MakeReport(Parcels({"z"}), "SELECT lower(zone) AS z FROM parcels");
  CHECK(database.Pass(report).all.empty());
  const auto mine = [](sqlite3_context* context, int, sqlite3_value**) { sqlite3_result_int(context, 1); };
  REQUIRE(sqlite3_create_function(database.connection(), "lower", 1, SQLITE_UTF8 | SQLITE_INNOCUOUS, nullptr, mine,
                                  nullptr, nullptr) == SQLITE_OK);
  CHECK(Find(database.Pass(report).all, "foreign-function", "lower") != nullptr);
}

TEST_CASE("what the allowlist names must be there and be readable", "[gate]") {
  GuardedDatabase database(kSchema);
  struct Row {
    Declared::Table table;
    std::string_view rule;  // empty: nothing to say
    std::string_view subject;
  };
  const std::vector<Row> rows{
      {{"Parcels", {"ID", "Zone", "rowid"}}, "", ""},    {{"v", {"id"}}, "", ""},
      {{"parcles", {"id"}}, "unknown-table", "parcles"}, {{"parcels", {"zoen"}}, "unknown-column", "parcels.zoen"},
      {{"v", {"rowid"}}, "unknown-column", "v.rowid"},   {{"box", {"id"}}, "virtual-table", "box"},
      {{"odd", {"a"}}, "empty-column-name", "odd"},      {{"sqlite_master", {"sql"}}, "unknown-table", "sqlite_master"},
  };
  for (const Row& row : rows) {
    INFO(row.table.name);
    const CompiledReport report = MakeReport({.tables = {row.table}}, "SELECT 1 AS x");
    const auto found = CheckDeclaredObjects(database.schema(), {.allowlist = &report.allowlist}, report);
    if (row.rule.empty()) {
      CHECK(Describe(found) == "");
    } else {
      REQUIRE(found.size() == 1);
      CHECK(found[0].rule == row.rule);
      CHECK(found[0].subject == row.subject);
    }
  }
  Schema utf16 = database.schema();
  utf16.encoding = "UTF-16le";
  const CompiledReport report = MakeReport(Parcels({}), "");
  CHECK(Find(CheckDeclaredObjects(utf16, {.allowlist = &report.allowlist}, report), "text-encoding") != nullptr);
}

TEST_CASE("a busy or broken database is a fault and not a finding", "[gate]") {
  GuardedDatabase database(kSchema);
  const CompiledReport report = MakeReport(Parcels({"z"}), "SELECT lower(zone) AS z FROM parcels");
  const CompiledQuery& query = report.queries.front();
  sqlite3_progress_handler(
      database.connection(), 1, [](void*) { return 1; }, nullptr);
  const auto gated = GateStatement(database.connection(), database.authorizer(), {.allowlist = &report.allowlist},
                                   database.schema(), report, query, query.statements.front(), true);
  REQUIRE_FALSE(gated.has_value());
  CHECK((gated.error().code & 0xff) == SQLITE_INTERRUPT);
  CHECK(ToFailure(gated.error(), Phase::kPreparing).reason == "deadline_exceeded");
  CHECK(database.authorizer().mode() == Authorizer::Mode::kDenyAll);
}

TEST_CASE("faults become stable reasons", "[gate]") {
  struct Row {
    int code;
    Phase phase;
    std::string_view reason;
  };
  for (const Row& row : std::to_array<Row>({
           {SQLITE_BUSY, Phase::kStepping, "lock_timeout"},
           {SQLITE_BUSY_SNAPSHOT, Phase::kPreparing, "lock_timeout"},
           {SQLITE_LOCKED, Phase::kOpening, "lock_timeout"},
           {SQLITE_INTERRUPT, Phase::kStepping, "deadline_exceeded"},
           {SQLITE_TOOBIG, Phase::kStepping, "budget_exceeded"},
           {SQLITE_NOMEM, Phase::kStepping, "budget_exceeded"},
           {SQLITE_SCHEMA, Phase::kStepping, "schema_drift"},
           {SQLITE_AUTH, Phase::kStepping, "schema_drift"},
           {SQLITE_AUTH, Phase::kPreparing, "query_failed"},
           {SQLITE_CANTOPEN, Phase::kOpening, "query_unavailable"},
           {SQLITE_ERROR, Phase::kOpening, "query_unavailable"},
           {SQLITE_CORRUPT, Phase::kStepping, "query_unavailable"},
           {SQLITE_IOERR_READ, Phase::kStepping, "query_unavailable"},
           {SQLITE_NOTADB, Phase::kPreparing, "query_unavailable"},
           {SQLITE_ERROR, Phase::kStepping, "query_failed"},
           {SQLITE_ERROR, Phase::kFinishing, "query_failed"},
       })) {
    INFO(row.code);
    const Failure failure = ToFailure({.code = row.code, .message = "doing: what"}, row.phase);
    CHECK(failure.reason == row.reason);
    CHECK(failure.cause.find("doing: what") != std::string::npos);
  }
}

TEST_CASE("only names that the statement gives itself are local", "[gate]") {
  GuardedDatabase database(kSchema);
  CHECK(LocalNames("WITH Big AS (SELECT 1), [x y](a, b) AS NOT MATERIALIZED (SELECT 1, 2) SELECT * FROM big",
                   database.schema()) == std::vector<std::string>{"big", "x y"});
  CHECK(LocalNames("WITH parcels AS (SELECT 1), sqlite_x AS (SELECT 1), BOX AS (SELECT 1) SELECT 1", database.schema())
            .empty());
  CHECK(LocalNames("SELECT id AS big FROM parcels", database.schema()).empty());
}

}  // namespace querygate::sqlite::test
