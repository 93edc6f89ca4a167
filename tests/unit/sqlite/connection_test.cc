#include "engine/backend/sqlite/connection.h"

#include <algorithm>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/hardening.h"
#include "engine/backend/sqlite/watchdog.h"
#include "tests/conformance/report_builder.h"
#include "tests/conformance/sqlite_kit.h"

namespace querygate::sqlite {
namespace {

using testing::ReportBuilder;
using testing::SqliteKit;
using testing::Unhurried;

constexpr const char* kSchema = "CREATE TABLE t(a, place TEXT); INSERT INTO t VALUES (1, 'x');";

std::shared_ptr<const CompiledReport> Scoped() {
  return ReportBuilder(kSchema).Table("t", {"a"}).Scope("t", {{"place", "place"}}).Build();
}

std::unique_ptr<Connection> Opened(const SqliteKit& kit, const CompiledReport& report) {
  const auto file = LocateDatabase(kit.location());
  REQUIRE(file);
  auto connection = Connection::Open(*file, Unhurried(report), {});
  REQUIRE(connection);
  REQUIRE((*connection)->SetUp(report));
  return *std::move(connection);
}

// What SQLite says to a text when the authorizer says nothing: the settings have to stand alone.
std::string Unguarded(Connection& connection, const std::string& sql) {
  sqlite3_set_authorizer(connection.handle(), nullptr, nullptr);
  char* message = nullptr;
  sqlite3_exec(connection.handle(), sql.c_str(), nullptr, nullptr, &message);
  const std::string text = message == nullptr ? "" : message;
  sqlite3_free(message);
  connection.authorizer().Install(connection.handle());
  return text;
}

}  // namespace

TEST_CASE("the settings hold even without the authorizer") {
  const SqliteKit kit(kSchema);
  const auto report = Scoped();
  const auto connection = Opened(kit, *report);
  struct Case {
    std::string sql;
    std::string message;
  };
  const std::string long_pattern(257, 'x');
  std::string deep = "1";
  for (int i = 0; i < 250; ++i) deep += "+1";
  std::string arms = "SELECT 1";
  for (int i = 0; i < 50; ++i) arms += " UNION ALL SELECT 1";
  const std::vector<Case> cases = {
      {"INSERT INTO main.t VALUES (2, 'y')", "readonly database"},
      {"CREATE TEMP TABLE more(a)", "readonly database"},
      {"PRAGMA query_only=0; INSERT INTO main.t VALUES (2, 'y')", "readonly database"},
      {"ATTACH ':memory:' AS other", "too many attached databases - max 0"},
      {"VACUUM INTO '" + kit.Beside("copy") + "'", ""},  // wording differs; the file is what matters
      {"SELECT \"no such column\" FROM t", "no such column"},
      {"SELECT load_extension('x')", "not authorized"},
      {"PRAGMA writable_schema=1; UPDATE sqlite_master SET sql = ''", "may not be modified"},
      {"SELECT 'x' LIKE '" + long_pattern + "'", "pattern too complex"},
      {"SELECT " + deep, "Expression tree is too large"},
      {arms, "too many terms in compound SELECT"},
      {"SELECT zeroblob(1000001)", "too big"},
      {"SELECT max(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33)",
       "too many arguments"},
      {"SELECT ?2001", "variable number must be between ?1 and ?2000"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.sql.substr(0, 60));
    const std::string said = Unguarded(*connection, one.sql);
    CHECK_FALSE(said.empty());
    CHECK_THAT(said, Catch::Contains(one.message));
  }
  CHECK_FALSE(std::filesystem::exists(kit.Beside("copy")));
}

TEST_CASE("nothing can be prepared between calls") {
  const SqliteKit kit(kSchema);
  const auto report = Scoped();
  const auto connection = Opened(kit, *report);
  for (const char* sql : {"SELECT 1", "SELECT a FROM main.t", "BEGIN", "PRAGMA query_only", "ATTACH 'x' AS y"}) {
    CAPTURE(sql);
    CHECK(sqlite3_exec(connection->handle(), sql, nullptr, nullptr, nullptr) == SQLITE_AUTH);
  }
}

TEST_CASE("the file is read through the connection's own clock") {
  const SqliteKit kit(kSchema);
  const auto report = Scoped();
  const auto connection = Opened(kit, *report);
  sqlite3_vfs* vfs = nullptr;
  REQUIRE(sqlite3_file_control(connection->handle(), "main", SQLITE_FCNTL_VFS_POINTER, &vfs) == SQLITE_OK);
  connection->clock().Freeze({.seconds = 1, .nanoseconds = 999'000'000});
  sqlite3_int64 now = 0;
  REQUIRE(vfs->xCurrentTimeInt64(vfs, &now) == SQLITE_OK);
  CHECK(now == 210'866'760'000'000 + 1'999);
  CHECK(sqlite3_vfs_find(connection->clock().name()) == nullptr);
  CHECK(vfs->xDlOpen(vfs, "libc.so.6") == nullptr);
}

TEST_CASE("every setting that is refused stops the connection and is named") {
  const SqliteKit kit(kSchema);
  const auto report = Scoped();
  const auto file = LocateDatabase(kit.location());
  REQUIRE(file);
  CHECK(HardeningRows().size() > 20);
  for (const HardeningRow& row : HardeningRows()) {
    CAPTURE(row.name);
    auto connection = Connection::Open(
        *file, Unhurried(*report), [&](std::string_view step) { return step == row.name ? SQLITE_ERROR : SQLITE_OK; });
    REQUIRE(connection);
    const auto set_up = (*connection)->SetUp(*report);
    REQUIRE_FALSE(set_up);
    CHECK(set_up.error().reason == "query_unavailable");
    CHECK_THAT(set_up.error().cause, Catch::Contains(std::string(row.name)));
  }
}

TEST_CASE("a watch interrupts what runs past its deadline, and nothing else") {
  const SqliteKit kit(kSchema);
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open_v2(":memory:", &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) == SQLITE_OK);
  const ConnectionHandle connection(raw);
  Watchdog watchdog;
  {
    // Armed and over before the query begins: SQLite forgets that interrupt, the watchdog does not.
    Watchdog::Watch watch(watchdog, raw, std::chrono::steady_clock::now());
    const int code =
        sqlite3_exec(raw, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT max(i) FROM n", nullptr,
                     nullptr, nullptr);
    CHECK(code == SQLITE_INTERRUPT);
    CHECK(watch.End());
    CHECK(watch.End());
  }
  std::vector<Watchdog::Watch> watches;
  for (int hours = 1; hours < 50; ++hours) {
    watches.emplace_back(watchdog, raw, std::chrono::steady_clock::now() + std::chrono::hours(hours % 7 + 1));
  }
  watches.emplace_back(watchdog, raw, Watchdog::TimePoint::max());
  CHECK(sqlite3_exec(raw, "SELECT 1", nullptr, nullptr, nullptr) == SQLITE_OK);
  CHECK(std::none_of(watches.begin(), watches.end(), [](auto& watch) { return watch.End(); }));
}

}  // namespace querygate::sqlite
