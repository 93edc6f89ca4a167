#include "engine/backend/sqlite/scope_views.h"

#include <set>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/connection.h"
#include "tests/conformance/report_builder.h"
#include "tests/conformance/sqlite_kit.h"

namespace querygate::sqlite {
namespace {

using testing::Call;
using testing::ReportBuilder;
using testing::Rows;
using testing::SqliteKit;
using testing::Unhurried;

std::unique_ptr<Connection> Opened(const SqliteKit& kit, const CompiledReport& report) {
  const auto file = LocateDatabase(kit.location());
  REQUIRE(file);
  auto connection = Connection::Open(*file, Unhurried(report), {});
  REQUIRE(connection);
  const auto set_up = (*connection)->SetUp(report);
  if (!set_up) FAIL(set_up.error().cause);
  return *std::move(connection);
}

std::string Query(Connection& connection, const std::string& sql) {
  sqlite3_set_authorizer(connection.handle(), nullptr, nullptr);
  std::string rows;
  char* message = nullptr;
  sqlite3_exec(
      connection.handle(), sql.c_str(),
      [](void* out, int count, char** values, char**) {
        for (int i = 0; i < count; ++i) {
          *static_cast<std::string*>(out) += values[i] == nullptr ? "NULL" : values[i];
          *static_cast<std::string*>(out) += ' ';
        }
        return 0;
      },
      &rows, &message);
  if (message != nullptr) rows = std::string("error: ") + message;
  sqlite3_free(message);
  connection.authorizer().Install(connection.handle());
  return rows;
}

constexpr const char* kSchema = "CREATE TABLE orders(id, store TEXT COLLATE NOCASE, secret);";
constexpr const char* kFilled =
    "CREATE TABLE orders(id, store TEXT COLLATE NOCASE, secret); INSERT INTO orders VALUES (1,'A','s'), (2,'B','s');";

ReportBuilder Orders() {
  ReportBuilder builder(kSchema);
  builder.Table("orders", {"id"}).Scope("orders", {{"store", "store"}});
  return builder;
}

}  // namespace

TEST_CASE("names are secret, and new for every connection") {
  const SqliteKit kit(kFilled);
  const auto report = Orders().Build();
  std::set<std::string> names;
  for (int i = 0; i < 3; ++i) {
    const auto connection = Opened(kit, *report);
    REQUIRE(connection->scope().access().size() == 1);
    const ScopedAccess& access = connection->scope().access()[0];
    names.insert(access.secret_view);
    names.insert(access.secret_function);
    CHECK(access.secret_view.size() == 3 + 32);
    CHECK(access.table == "orders");
    CHECK(access.columns == std::vector<std::string>{"id"});
    CHECK(access.scope_columns == std::vector<std::string>{"store"});
    CHECK(connection->scope().Redact("x " + access.secret_view + access.secret_function) == "x (row scope)(row scope)");
  }
  CHECK(names.size() == 6);
}

TEST_CASE("the temporary schema holds the two views and nothing else") {
  const SqliteKit kit(kFilled);
  const auto report = Orders().Build();
  const auto connection = Opened(kit, *report);
  CHECK(Query(*connection, "SELECT count(*), sum(type = 'view') FROM temp.sqlite_schema") == "2 2 ");
  CHECK(Query(*connection, "SELECT group_concat(name) FROM pragma_table_info('orders', 'temp')") == "id ");
  const auto plain = ReportBuilder(kSchema).Table("orders", {"id"}).Build();
  CHECK(Query(*Opened(kit, *plain), "SELECT count(*) FROM temp.sqlite_schema") == "0 ");
}

TEST_CASE("the value is there during a call and only then") {
  const SqliteKit kit(kFilled);
  const auto report = Orders().Build();
  const auto connection = Opened(kit, *report);
  const std::string all = "SELECT id FROM orders";
  connection->scope().Clear();
  CHECK_THAT(Query(*connection, all), Catch::Contains("row scope has no value"));
  connection->scope().Activate({{"store", Value::Text("A")}});
  CHECK(Query(*connection, all) == "1 ");
  connection->scope().Activate({{"store", Value::Text("B")}});
  CHECK(Query(*connection, all) == "2 ");
  connection->scope().Activate({{"store", Value::Text("a")}});  // NOCASE is the column's wish, not the scope's
  CHECK(Query(*connection, all).empty());
  connection->scope().Activate({{"other", Value::Text("A")}});
  CHECK_THAT(Query(*connection, all), Catch::Contains("row scope has no value"));
  connection->scope().Prepare();
  CHECK(Query(*connection, all).empty());
  connection->scope().Clear();
  CHECK_THAT(Query(*connection, all), Catch::Contains("row scope has no value"));
}

TEST_CASE("a prepared statement asks anew at every execution") {
  const SqliteKit kit(kFilled);
  const auto report = Orders().Query("SELECT id FROM orders ORDER BY id", {"id"}).Build();
  const auto backend = kit.MakeBackend();
  const auto source = backend->Attach(nullptr, kit.location());
  for (const char* store : {"A", "B", "A", "C"}) {
    const auto rows = Call(*source, report, {}, {{"store", Value::Text(store)}}, Unhurried(*report));
    REQUIRE(rows);
    const Rows expected = *store == 'C' ? Rows{} : Rows{{Value::Integer(*store == 'A' ? 1 : 2)}};
    CHECK(*rows == expected);
  }
}

TEST_CASE("names with quotes in them stay names") {
  const char* schema =
      R"sql(CREATE TABLE "we""ird t"("c""1", "s'p" INTEGER); INSERT INTO "we""ird t" VALUES (1, 5), (2, 6);)sql";
  const SqliteKit kit(schema);
  const auto report = ReportBuilder(schema)
                          .Table("we\"ird t", {"c\"1"})
                          .Scope("we\"ird t", {{"s'p", "o'); DROP TABLE x; --"}})
                          .Query(R"sql(SELECT "c""1" AS c FROM "we""ird t" ORDER BY c)sql", {"c"})
                          .Build();
  const auto backend = kit.MakeBackend();
  const auto source = backend->Attach(nullptr, kit.location());
  const auto rows = Call(*source, report, {}, {{"o'); DROP TABLE x; --", Value::Integer(6)}}, Unhurried(*report));
  if (!rows) FAIL(rows.error().cause);
  CHECK(*rows == Rows{{Value::Integer(2)}});
}

TEST_CASE("a scope without columns lets nothing through") {
  const SqliteKit kit(kFilled);
  const auto report = ReportBuilder(kSchema)
                          .Table("orders", {"id"})
                          .Scope("orders", {})
                          .Query("SELECT id FROM orders ORDER BY id", {"id"})
                          .Build();
  const auto connection = Opened(kit, *report);
  connection->scope().Activate({});
  CHECK(Query(*connection, "SELECT id FROM orders").empty());
}

TEST_CASE("secrets reach no error, whatever is wrong with the table") {
  const char* live = "CREATE TABLE orders(id);";
  const SqliteKit kit(live);
  const auto report = Orders().Query("SELECT id FROM orders ORDER BY id", {"id"}).Build();
  const auto backend = kit.MakeBackend();
  const auto source = backend->Attach(nullptr, kit.location());
  const auto rows = Call(*source, report, {}, {{"store", Value::Text("A")}}, Unhurried(*report));
  REQUIRE_FALSE(rows);
  CHECK(rows.error().reason == "schema_drift");
  CHECK(rows.error().cause.find("qg_") == std::string::npos);
}

}  // namespace querygate::sqlite
