#include <atomic>
#include <thread>

#include <catch2/catch.hpp>

#include "tests/conformance/database_kit.h"
#include "tests/conformance/report_builder.h"

namespace querygate::testing {
namespace {

constexpr const char* kSchema =
    "CREATE TABLE orders(order_id TEXT, brand TEXT, store TEXT, phone TEXT);"
    "CREATE INDEX orders_by_place ON orders(brand, store, order_id);";
constexpr const char* kData =
    "INSERT INTO orders VALUES ('O1','b','A','1'), ('O2','b','A','2'), ('O3','b','B','3'), ('O4','c','A','4'),"
    " ('O5', NULL, NULL, '5');";
constexpr const char* kAll = "SELECT order_id FROM orders ORDER BY order_id";

ReportBuilder Orders() {
  ReportBuilder builder(kSchema);
  builder.Table("orders", {"order_id"}).Scope("orders", {{"brand", "brand"}, {"store", "store"}});
  return builder;
}

ScopeValues Place(const char* brand, const char* store) {
  return {{"brand", Value::Text(brand)}, {"store", Value::Text(store)}};
}

Rows Ids(const std::vector<const char*>& ids) {
  Rows rows;
  for (const char* id : ids) rows.push_back({Value::Text(id)});
  return rows;
}

}  // namespace

TEST_CASE("a scoped table shows the caller's rows only, call after call") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  const auto kit = named.make(kSchema);
  kit->Run(kData);
  const auto backend = kit->MakeBackend();
  const auto source = backend->Attach(nullptr, kit->location());
  const auto report = Orders().Query(kAll, {"order_id"}).Build();
  struct Case {
    const char* brand;
    const char* store;
    std::vector<const char*> ids;
  };
  const std::vector<Case> cases = {
      {"b", "A", {"O1", "O2"}}, {"b", "B", {"O3"}}, {"c", "A", {"O4"}}, {"c", "B", {}},
      {"B", "A", {}},           {"", "", {}},       {"b", "A ", {}},    {"b", "A", {"O1", "O2"}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.brand, one.store);
    const auto rows = Call(*source, report, {}, Place(one.brand, one.store), Unhurried(*report));
    REQUIRE(rows);
    CHECK(*rows == Ids(one.ids));
  }
}

TEST_CASE("without a scope value there is a failure, never a row") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  const auto kit = named.make(kSchema);
  kit->Run(kData);
  const auto backend = kit->MakeBackend();
  const auto source = backend->Attach(nullptr, kit->location());
  const auto report = Orders().Query(kAll, {"order_id"}).Build();
  const bool warm = GENERATE(false, true);
  CAPTURE(warm);
  if (warm) REQUIRE(Call(*source, report, {}, Place("b", "A"), Unhurried(*report)));
  const std::vector<ScopeValues> lacking = {
      {}, {{"brand", Value::Text("b")}}, {{"brand", Value::Text("b")}, {"store", Value::Null()}}};
  for (const ScopeValues& scope : lacking) {
    const auto rows = Call(*source, report, {}, scope, Unhurried(*report));
    REQUIRE_FALSE(rows);
    CHECK(rows.error().reason == "query_failed");
    CHECK(rows.error().cause.find("row scope") != std::string::npos);
  }
}

TEST_CASE("scope columns cannot be read unless they are listed") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  const auto kit = named.make(kSchema);
  kit->Run(kData);
  const auto backend = kit->MakeBackend();
  for (const char* column : {"brand", "store", "phone", "rowid"}) {
    CAPTURE(column);
    const std::string sql = "SELECT " + std::string(column) + " AS order_id FROM orders ORDER BY order_id";
    const auto report = Orders().Query(sql, {"order_id"}).Build();
    const auto inspection = backend->InspectSchema(*report);
    REQUIRE(inspection);
    CHECK_FALSE(inspection->clean());
  }
}

TEST_CASE("the base table stays out of reach under every other name") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  const auto kit = named.make(kSchema);
  const auto backend = kit->MakeBackend();
  for (const char* sql : {"SELECT order_id FROM main.orders ORDER BY order_id",
                          "WITH orders AS (SELECT order_id FROM main.orders) SELECT order_id FROM orders ORDER BY 1",
                          "SELECT count(*) AS order_id FROM main.orders"}) {
    CAPTURE(sql);
    const auto report = Orders().Function("count").Query(sql, {"order_id"}).Build();
    const auto inspection = backend->InspectSchema(*report);
    REQUIRE(inspection);
    CHECK_FALSE(inspection->clean());
  }
}

TEST_CASE("a scoped table can be counted and is still searched through its index") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  const auto kit = named.make(kSchema);
  kit->Run(kData);
  const auto backend = kit->MakeBackend();
  const auto source = backend->Attach(nullptr, kit->location());
  const bool listed = GENERATE(true, false);
  CAPTURE(listed);
  const auto report =
      (listed
           ? Orders()
           : std::move(
                 ReportBuilder(kSchema).Table("orders", {}).Scope("orders", {{"brand", "brand"}, {"store", "store"}})))
          .Function("count")
          .Query("SELECT count(*) AS orders FROM orders", {"orders"})
          .Build();

  const auto rows = Call(*source, report, {}, Place("b", "A"), Unhurried(*report));
  if (!rows) FAIL(rows.error().cause);
  CHECK(*rows == Rows{{Value::Integer(2)}});

  const auto inspection = source->Inspect(report, Unhurried(*report));
  REQUIRE(inspection);
  const auto& plan = inspection->queries[0][0].plan;
  REQUIRE_FALSE(plan.empty());
  bool searched = false;
  for (const std::string& line : plan) {
    CAPTURE(line);
    searched = searched || line.find("orders_by_place (brand=? AND store=?)") != std::string::npos;
    CHECK(line.find("qg_") == std::string::npos);
  }
  CHECK(searched);
}

TEST_CASE("callers of different scopes never meet, on many threads") {
  const NamedKit named = GENERATE(from_range(DatabaseKits()));
  CAPTURE(named.name);
  const auto kit = named.make(kSchema);
  kit->Run(kData);
  const auto backend = kit->MakeBackend();
  const auto source = backend->Attach(nullptr, kit->location());
  const auto report = Orders().Query(kAll, {"order_id"}).Build();
  struct Case {
    const char* brand;
    const char* store;
    Rows rows;
  };
  const std::vector<Case> cases = {{"b", "A", Ids({"O1", "O2"})}, {"b", "B", Ids({"O3"})}, {"c", "A", Ids({"O4"})}};
  std::atomic<int> wrong = 0;
  std::atomic<int> failed = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 6; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 40; ++i) {
        const Case& one = cases[(t + i) % cases.size()];
        const auto rows = Call(*source, report, {}, Place(one.brand, one.store), Unhurried(*report));
        if (!rows) ++failed;
        if (rows && *rows != one.rows) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(failed == 0);
}

}  // namespace querygate::testing
