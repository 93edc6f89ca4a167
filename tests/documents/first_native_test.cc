// What the database does on its own: the counterexamples from which the contract and the guards follow. Nothing
// here runs our code except to make the database.
#include "tests/documents/first_native.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "tests/documents/scenario.h"

namespace querygate::scenario {
namespace {

constexpr const char* kReport =
    "SELECT zone, COUNT(*), SUM(units) FROM parcels WHERE state = 'sent' GROUP BY zone ORDER BY zone LIMIT 10";

struct Demo {
  Folder folder;
  std::string path = folder / "logistics.sqlite";
  Demo() { MakeSource(path, "logistics", true); }
};

}  // namespace

TEST_CASE("the native sum and total answer where the contract must not") {
  struct Row {
    const char* name;
    const char* values;   // of INSERT INTO parcels(zone, units)
    const char* storage;  // of the stored units
    const char* rows;     // the grouped report; null when it fails
    const char* total;
  };
  const std::vector<Row> rows = {
      {"zero", "('east', 0)", "'integer';", "'east'|1|0;", "0.0;"},
      {"a missing value is no row of the sum", "('east', NULL)", "'null';", "'east'|1|NULL;", "0.0;"},
      {"text counts as zero", "('east', 'pending')", "'text';", "'east'|1|0.0;", "0.0;"},
      {"text counts by its beginning", "('east', '12units')", "'text';", "'east'|1|12.0;", "12.0;"},
      {"a fraction is stored in an integer column", "('east', 0.5)", "'real';", "'east'|1|0.5;", "0.5;"},
      {"bytes count as the text they spell", "('east', x'3132')", "'blob';", "'east'|1|12.0;", "12.0;"},
      {"parcels of no zone are a group", "(NULL, 1)", "'integer';", "NULL|1|1;", "1.0;"},
      {"a negative value is added", "('east', -1)", "'integer';", "'east'|1|-1;", "-1.0;"},
      {"digits become a number when they are stored", "('east', '0007')", "'integer';", "'east'|1|7;", "7.0;"},
      {"total loses the last digit", "('east', 9007199254740993)", "'integer';", "'east'|1|9007199254740993;",
       "9.00719925474099e+15;"},
      {"sum overflows and total does not say so", "('east', 9223372036854775807), ('east', 1)", "'integer';", nullptr,
       "9.22337203685478e+18;"},
      {"one bad group does not stop the others", "('east', 2), ('west', 'pending')", "'integer';'text';",
       "'east'|1|2;'west'|1|0.0;", "2.0;"},
  };
  for (const Row& row : rows) {
    DYNAMIC_SECTION(row.name) {
      const Folder folder;
      const std::string path = folder / "logistics.sqlite";
      MakeSource(path, "logistics", false);
      WriteDatabase(path, "INSERT INTO parcels(zone, units) VALUES " + std::string(row.values) +
                              "; UPDATE parcels SET state = 'sent'");
      const NativeConnection connection = OpenNative(path, true);
      CHECK(RunNative(connection.get(), "SELECT DISTINCT typeof(units) FROM parcels ORDER BY 1").rows == row.storage);
      const NativeAnswer report = RunNative(connection.get(), kReport);
      if (row.rows != nullptr) {
        CHECK(report.rows == row.rows);
      } else {
        CHECK(report.code == SQLITE_ERROR);
        CHECK_THAT(report.message, Catch::Contains("integer overflow"));
      }
      CHECK(RunNative(connection.get(), "SELECT TOTAL(units) FROM parcels").rows == row.total);
    }
  }
}

TEST_CASE("total turns an exact integer into its even neighbour") {
  const Folder folder;
  const std::string path = folder / "logistics.sqlite";
  MakeSource(path, "logistics", false);
  WriteDatabase(path, "INSERT INTO parcels(zone, units) VALUES ('east', 9007199254740993)");
  const NativeConnection connection = OpenNative(path, true);
  CHECK(RunNative(connection.get(), "SELECT SUM(units), CAST(TOTAL(units) AS INTEGER) FROM parcels").rows ==
        "9007199254740993|9007199254740992;");
}

TEST_CASE("a file opened for reading refuses a write and nothing else that matters") {
  const Demo demo;
  const NativeConnection connection = OpenNative(demo.path, true);
  sqlite3* const raw = connection.get();
  const NativeAnswer write = RunNative(raw, "INSERT INTO parcels VALUES ('x', 1, 'sent', 'synthetic')");
  CHECK(write.code == SQLITE_READONLY);
  CHECK(RunNative(raw, "SELECT private_note FROM parcels LIMIT 1").rows == "'synthetic-note-A';");
  CHECK(RunNative(raw, "CREATE TEMP TABLE scratch(x)").code == SQLITE_OK);
  CHECK(RunNative(raw, "INSERT INTO temp.scratch VALUES (1)").code == SQLITE_OK);
  CHECK(RunNative(raw, "SELECT * FROM temp.scratch").rows == "1;");
  CHECK(RunNative(raw, "ATTACH DATABASE ':memory:' AS extra").code == SQLITE_OK);
  CHECK_THAT(RunNative(raw, "SELECT name FROM pragma_database_list").rows, Catch::Contains("'extra'"));
}

TEST_CASE("a statement that begins with SELECT and gives one row may still have an effect") {
  const Demo demo;
  const NativeConnection connection = OpenNative(demo.path, true);
  std::vector<std::string> effects;
  const auto remember = [](sqlite3_context* context, int, sqlite3_value** values) {
    auto& list = *static_cast<std::vector<std::string>*>(sqlite3_user_data(context));
    list.emplace_back(reinterpret_cast<const char*>(sqlite3_value_text(values[0])));
    sqlite3_result_value(context, values[0]);
  };
  REQUIRE(sqlite3_create_function(connection.get(), "remember", 1, SQLITE_UTF8, &effects, remember, nullptr, nullptr) ==
          SQLITE_OK);
  CHECK(RunNative(connection.get(), "SELECT remember('synthetic') LIMIT 1").rows == "'synthetic';");
  CHECK(effects == std::vector<std::string>{"synthetic"});
}

TEST_CASE("a function that sleeps passes the progress handler unseen") {
  const Demo demo;
  const NativeConnection connection = OpenNative(demo.path, true);
  int slept = 0, progressed = 0;
  const auto sleep = [](sqlite3_context* context, int, sqlite3_value**) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++*static_cast<int*>(sqlite3_user_data(context));
    sqlite3_result_int(context, 1);
  };
  const auto progress = [](void* count) { return ++*static_cast<int*>(count), 0; };
  REQUIRE(sqlite3_create_function(connection.get(), "pause_briefly", 0, SQLITE_UTF8, &slept, sleep, nullptr, nullptr) ==
          SQLITE_OK);
  sqlite3_progress_handler(connection.get(), 1000, progress, &progressed);
  CHECK(RunNative(connection.get(), "SELECT pause_briefly()").rows == "1;");
  CHECK(slept == 1);
  CHECK(progressed == 0);
}

TEST_CASE("a bare count is reported as a read of no column") {
  struct Read {
    std::string table, column;
    std::optional<std::string> database;
  };
  const Demo demo;
  const NativeConnection connection = OpenNative(demo.path, true);
  std::vector<Read> reads;
  const auto record = [](void* self, int action, const char* table, const char* column, const char* database,
                         const char*) {
    if (action != SQLITE_READ) return SQLITE_OK;
    Read read{table, column == nullptr ? "NULL" : column, std::nullopt};
    if (database != nullptr) read.database = database;
    static_cast<std::vector<Read>*>(self)->push_back(read);
    return SQLITE_OK;
  };
  REQUIRE(sqlite3_set_authorizer(connection.get(), record, &reads) == SQLITE_OK);
  CHECK(RunNative(connection.get(), "SELECT COUNT(*) FROM parcels").rows == "3;");
  REQUIRE(reads.size() == 1);
  CHECK(reads[0].table == "parcels");
  CHECK(reads[0].column.empty());
  // Whether the database is named differs between versions; both are judged alike.
  CHECK(reads[0].database.value_or("main") == "main");
}

}  // namespace querygate::scenario
