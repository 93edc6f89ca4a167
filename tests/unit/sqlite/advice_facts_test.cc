// Facts for advice: what the compiled program and the text of a permitted statement show.
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/backend/sqlite/affinity.h"
#include "tests/adversarial/guarded_database.h"

namespace querygate::sqlite::test {
namespace {

constexpr std::string_view kSchema = R"sql(
CREATE TABLE scans (scan_id INTEGER PRIMARY KEY, parcel INTEGER NOT NULL, scanned INTEGER, device TEXT, load REAL,
  fee NUMERIC(8,2));
CREATE INDEX scans_by_parcel ON scans (parcel, scanned);
CREATE TABLE zones (zone TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
CREATE TABLE notes (parcel INTEGER, note TEXT);
CREATE VIEW seen AS SELECT parcel, device FROM scans;
INSERT INTO scans VALUES (1, 2, 3, 'd', 1.5, 2);
)sql";

StatementFacts Facts(const std::string& sql) {
  GuardedDatabase database(kSchema);
  Declared declared = database.Declare(sql);
  declared.needs_order = false;
  const CompiledReport report = MakeReport(declared, sql);
  Gated gated = database.Pass(report);
  INFO(sql << ": " << Describe(gated.all));
  REQUIRE(gated.all.empty());
  return std::move(gated.statement.facts);
}

using Words = std::vector<std::string>;

// "function table.column? => result": the argument with ? where it may be NULL.
Words Aggregates(const std::string& sql) {
  Words words;
  for (const AggregateCall& call : Facts(sql).aggregates) {
    std::string word = call.function + (call.distinct ? " distinct" : "");
    if (call.argument) {
      word += " " + call.argument->table + "." + call.argument->column + (call.argument->nullable ? "?" : "");
    }
    if (call.result) word += " => " + std::to_string(*call.result);
    CHECK(sql.substr(call.offset, call.function.size()).size() == call.function.size());
    words.push_back(std::move(word));
  }
  return words;
}

Words Misplaced(const std::string& sql) {
  Words words;
  for (const MisplacedText& text : Facts(sql).misplaced_texts) {
    CHECK(sql.at(text.offset) == '\'');
    words.push_back(text.column);
  }
  return words;
}

}  // namespace

TEST_CASE("a walk through a whole table is told from a search", "[facts]") {
  struct Case {
    std::string sql;
    Words scanned;
  };
  const std::vector<Case> cases = {
      {"SELECT device FROM scans", {"scans"}},
      {"SELECT parcel FROM scans ORDER BY parcel, scanned", {"scans"}},  // of an index
      {"SELECT scan_id FROM scans ORDER BY scan_id DESC", {"scans"}},
      {"SELECT count(*) AS n FROM scans", {"scans"}},
      {"SELECT max(device) AS m FROM scans", {"scans"}},
      {"SELECT device FROM seen WHERE device = 'd'", {"scans"}},
      {"SELECT n.note FROM notes n JOIN scans s ON s.scan_id = n.parcel", {"notes"}},
      {"SELECT device FROM scans WHERE parcel = :p", {}},
      {"SELECT device FROM scans WHERE scan_id = :p", {}},
      {"SELECT max(parcel) AS m FROM scans", {}},  // the end of an index
      {"SELECT min(scan_id) AS m FROM scans", {}},
      {"SELECT device FROM scans WHERE scan_id < :p", {}},
      {"SELECT 1 AS one", {}},
  };
  for (const Case& row : cases) {
    INFO(row.sql);
    CHECK(Facts(row.sql).scanned == row.scanned);
  }
}

TEST_CASE("sorting and indexes made for one statement are told", "[facts]") {
  CHECK(Facts("SELECT scan_id, device FROM scans WHERE parcel = 2 ORDER BY device, scan_id").sorts);
  CHECK(Facts("SELECT device, count(*) AS n FROM scans GROUP BY device").sorts);
  CHECK_FALSE(Facts("SELECT scan_id, scanned FROM scans WHERE parcel = 2 ORDER BY scanned, scan_id").sorts);
  CHECK_FALSE(Facts("SELECT DISTINCT device FROM scans").sorts);
  CHECK(Facts("SELECT a.note AS x, b.note AS y FROM notes a JOIN notes b ON b.parcel = a.parcel").automatic_index);
  CHECK_FALSE(Facts("SELECT n.note FROM notes n JOIN scans s ON s.scan_id = n.parcel").automatic_index);
}

TEST_CASE("aggregates are told with the column they take and the result they make", "[facts]") {
  struct Case {
    std::string sql;
    Words told;
  };
  const std::vector<Case> cases = {
      {"SELECT parcel, count(scanned) AS n FROM scans GROUP BY parcel", {"count scans.scanned? => 1"}},
      {"SELECT count(*) AS n, Sum(s.load) AS l FROM scans s", {"count => 0", "sum scans.load? => 1"}},
      {"SELECT count(DISTINCT device) AS n FROM scans", {"count distinct scans.device? => 0"}},
      {"SELECT count(parcel) AS n FROM scans", {"count scans.parcel => 0"}},
      {"SELECT count(scan_id) AS n FROM scans", {"count scans.scan_id => 0"}},
      {"SELECT count(zone) AS n FROM zones", {"count zones.zone => 0"}},
      {"SELECT CAST(round(avg(load), 2) AS INTEGER) AS a FROM scans", {"avg scans.load? => 0"}},
      {"SELECT (coalesce(sum(scanned), 0)) AS s FROM scans", {"sum scans.scanned? => 0"}},
      {"SELECT sum(scanned) + 1 AS s FROM scans", {"sum scans.scanned?"}},
      {"SELECT sum(scanned * 2) AS s FROM scans", {"sum => 0"}},
      {"SELECT count(scanned) FILTER (WHERE scanned > 1) AS n FROM scans", {"count scans.scanned => 0"}},
      {"SELECT count(scanned) AS n FROM scans WHERE scanned IS NOT NULL AND parcel = 1", {"count scans.scanned => 0"}},
      {"SELECT count(scanned) AS n FROM scans WHERE scanned NOTNULL", {"count scans.scanned => 0"}},
      {"SELECT count(scanned) AS n FROM scans WHERE scanned IS NOT NULL OR parcel = 1", {"count scans.scanned? => 0"}},
      {"SELECT count(scanned) AS n FROM scans WHERE device IS NOT NULL", {"count scans.scanned? => 0"}},
      {"SELECT device FROM scans GROUP BY device HAVING total(load) > 2", {"total scans.load?"}},
      {"SELECT zone, (SELECT count(scanned) FROM scans WHERE device = zone) AS n FROM zones", {"count scans.scanned?"}},
      {"WITH c AS (SELECT parcel, sum(load) AS l FROM scans GROUP BY parcel) SELECT max(l) AS l FROM c",
       {"max => 0", "sum scans.load?"}},
      {"SELECT count(device) AS n FROM seen", {"count => 0"}},
      {"SELECT sum(parcel) OVER (PARTITION BY device) AS s FROM scans", {}},
      {"SELECT max(parcel, scanned) AS m FROM scans", {}},
  };
  for (const Case& row : cases) {
    INFO(row.sql);
    Words told = Aggregates(row.sql);
    std::sort(told.begin(), told.end());
    Words expected = row.told;
    std::sort(expected.begin(), expected.end());
    CHECK(told == expected);
  }
}

TEST_CASE("texts that spell a column are told where their value can mean nothing", "[facts]") {
  struct Case {
    std::string sql;
    Words columns;
  };
  const std::vector<Case> cases = {
      {"SELECT scan_id FROM scans WHERE 'device' = :p", {"scans.device"}},
      {"SELECT scan_id FROM scans WHERE parcel = 1 AND ('Device' LIKE :p)", {"scans.device"}},
      {"SELECT scan_id FROM scans s WHERE 'device' IN ('a', 'b')", {"s.device"}},
      {"SELECT scan_id FROM scans WHERE :p = 'device'", {"scans.device"}},
      {"SELECT scan_id FROM scans ORDER BY 'device', scan_id", {"scans.device"}},
      {"SELECT scan_id FROM scans ORDER BY 'device' DESC, scan_id", {"scans.device"}},
      {"SELECT count(*) AS n FROM scans GROUP BY 'device'", {"scans.device"}},
      {"SELECT max('device') AS m FROM scans", {"scans.device"}},
      {"SELECT zone FROM zones WHERE EXISTS (SELECT 1 FROM scans WHERE 'device' = :p)", {"scans.device"}},
      {"SELECT scan_id FROM scans WHERE device = 'parcel'", {}},  // may well be a value
      {"SELECT scan_id FROM scans WHERE 'parcel' = device", {}},
      {"SELECT scan_id FROM scans WHERE 'other' = :p", {}},
      {"SELECT scan_id FROM scans WHERE 'name' = :p", {}},          // of another table
      {"SELECT 'device' AS kind, device AS value FROM scans", {}},  // a label
      {"SELECT scan_id FROM scans WHERE device IN ('parcel', 'device')", {}},
      {"SELECT lower('device') AS x FROM scans", {}},
      {"SELECT scan_id FROM scans WHERE device || 'parcel' = :p", {}},
  };
  for (const Case& row : cases) {
    INFO(row.sql);
    CHECK(Misplaced(row.sql) == row.columns);
  }
}

TEST_CASE("a refused statement has no facts for advice", "[facts]") {
  GuardedDatabase database(kSchema);
  Declared declared{.tables = {{"scans", {"parcel"}}}, .columns = {"device"}, .needs_order = false};
  const CompiledReport report = MakeReport(declared, "SELECT device FROM scans");
  const Gated gated = database.Pass(report, {.allowlist = &report.allowlist, .survey = true});
  CHECK_FALSE(gated.all.empty());
  CHECK(gated.statement.facts.scanned.empty());
  CHECK_FALSE(gated.statement.facts.plan.empty());
}

TEST_CASE("a declared type has the affinity that SQLite gives it", "[facts]") {
  CHECK(AffinityOf("INTEGER") == Affinity::kInteger);
  CHECK(AffinityOf("charint") == Affinity::kInteger);  // INT wins
  CHECK(AffinityOf("NVARCHAR(20)") == Affinity::kText);
  CHECK(AffinityOf("clob") == Affinity::kText);
  CHECK(AffinityOf("BLOB") == Affinity::kNone);
  CHECK(AffinityOf("") == Affinity::kNone);
  CHECK(AffinityOf("ANY") == Affinity::kNone);
  CHECK(AffinityOf("double precision") == Affinity::kReal);
  CHECK(AffinityOf("FLOAT") == Affinity::kReal);
  CHECK(AffinityOf("STRING") == Affinity::kNumeric);
  CHECK(AffinityOf("DECIMAL(10,2)") == Affinity::kNumeric);
  const auto columns = Facts("SELECT load, fee, device, parcel + 1 AS next FROM scans").columns;
  REQUIRE(columns.size() == 4);
  CHECK(columns[0].affinity == Affinity::kReal);
  CHECK(columns[1].affinity == Affinity::kNumeric);
  CHECK(columns[2].affinity == Affinity::kText);
  CHECK(columns[3].affinity == Affinity::kNone);
}

}  // namespace querygate::sqlite::test
