// A scoped table through its two views: honest statements see their own rows and nobody else's, and nothing
// that imitates the views' names sees more.
#include <array>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "tests/adversarial/guarded_database.h"

namespace querygate::sqlite::test {
namespace {

constexpr std::string_view kStores = R"sql(
CREATE TABLE Orders (id INTEGER PRIMARY KEY, store TEXT COLLATE NOCASE, brand TEXT, n INTEGER, phone TEXT);
CREATE INDEX orders_store ON Orders (store COLLATE BINARY, n);
CREATE TABLE lines (order_id INTEGER, sku TEXT, qty INTEGER);
CREATE TABLE keyed (k TEXT PRIMARY KEY, store TEXT, v INTEGER) WITHOUT ROWID;
CREATE VIEW orders_view AS SELECT id, n FROM Orders;
CREATE VIEW orders_ones AS SELECT 1 AS one FROM Orders;
CREATE VIEW nested_ones AS SELECT one FROM orders_ones;
INSERT INTO Orders VALUES (1, 'A', 'x', 3, '111'), (2, 'B', 'x', 4, '222'), (3, 'A', 'y', 5, '333'), (4, 'a', 'y', 6, '444');
INSERT INTO lines VALUES (1, 's1', 1), (2, 's2', 2), (3, 's3', 3);
INSERT INTO keyed VALUES ('k1', 'A', 1), ('k2', 'B', 2);
)sql";

Declared Stores() {
  return {.tables = {{"orders", {"id", "brand", "n"}}, {"lines", {"order_id", "sku", "qty"}}, {"keyed", {"v"}}},
          .functions = {"count", "sum", "max", "row_number", "coalesce"},
          .recursive = true,
          .needs_order = false};
}

// Two scoped tables of store A.
struct Scoped {
  explicit Scoped(std::string_view sql) : database(kStores) {
    report = MakeReport(Stores(), std::string(sql));
    policy.allowlist = &report.allowlist;
    database.AddScope(policy, "orders", {"id", "brand", "n"}, "store", "A");
    database.AddScope(policy, "keyed", {"v"}, "store", "A");
    for (const std::string& name : database.ProbeColumns(sql, policy))
      report.queries.front().columns.push_back({.name = name});
  }
  GuardedDatabase database;
  CompiledReport report;
  AccessPolicy policy;
};

bool Mentions(const std::vector<Violation>& violations, std::string_view rule) {
  for (const Violation& violation : violations) {
    if (violation.rule == rule) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("honest statements see the rows of their scope", "[scope]") {
  struct Row {
    std::string_view sql;
    int rows;
  };
  const auto rows = std::to_array<Row>({
      {"SELECT id FROM orders", 2},
      {"SELECT id, n FROM Orders ORDER BY n", 2},
      {"SELECT o.id FROM ORDERS AS o WHERE o.n > 3", 1},
      {"SELECT * FROM orders", 2},
      {"SELECT 1 FROM orders", 2},
      {"SELECT brand, count(*) AS k FROM orders GROUP BY brand", 2},
      {"SELECT id FROM orders WHERE brand = 'x' OR n = 5", 2},
      {"SELECT id FROM orders WHERE id IN (1, 2, 3, 4)", 2},
      {"SELECT l.sku FROM lines l JOIN orders o ON o.id = l.order_id", 2},
      {"SELECT l.sku, o.n FROM lines l LEFT JOIN orders o ON o.id = l.order_id", 3},
      {"SELECT o.id, l.sku FROM orders o LEFT JOIN lines l ON o.id = l.order_id", 2},
      {"SELECT l.sku, o.n FROM lines l FULL JOIN orders o ON o.id = l.order_id", 3},
      {"SELECT l.sku, o.n FROM orders o RIGHT JOIN lines l ON o.id = l.order_id", 3},
      {"SELECT a.id FROM orders a JOIN orders b ON a.id < b.id", 1},
      {"SELECT a.id FROM orders a, orders b", 4},
      {"SELECT sku FROM lines WHERE order_id IN (SELECT id FROM orders)", 2},
      {"SELECT sku FROM lines l WHERE EXISTS (SELECT 1 FROM orders o WHERE o.id = l.order_id)", 2},
      {"SELECT sku, (SELECT count(*) FROM orders) AS k FROM lines", 3},
      {"WITH mine AS (SELECT id, n FROM orders) SELECT id FROM mine", 2},
      {"WITH mine AS MATERIALIZED (SELECT id FROM orders) SELECT x.id FROM mine x, mine y", 4},
      {"WITH big AS (SELECT brand FROM orders GROUP BY brand) SELECT count(*) AS k FROM big", 1},
      {"SELECT id FROM orders UNION SELECT order_id FROM lines", 3},
      {"SELECT n FROM orders UNION ALL SELECT v FROM keyed", 3},
      {"SELECT id, row_number() OVER (ORDER BY n, id) AS place FROM orders", 2},
      {"SELECT s.id FROM (SELECT id, n FROM orders ORDER BY n, id LIMIT 1) s JOIN lines l ON l.order_id = s.id", 1},
      {"SELECT v FROM keyed", 1},
      {"SELECT k.v, o.id FROM keyed k LEFT JOIN orders o ON o.n = k.v", 1},
      {"SELECT DISTINCT brand FROM orders", 2},
      {"WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < (SELECT count(*) FROM orders)) SELECT "
       "i "
       "FROM r",
       2},
  });
  for (const Row& row : rows) {
    INFO(row.sql);
    Scoped scoped(row.sql);
    const Gated gated = scoped.database.Pass(scoped.report, scoped.policy);
    CHECK(Describe(gated.all) == "");
    CHECK(scoped.database.Run(gated.statement, scoped.policy) == row.rows);
    for (const std::string& line : gated.statement.facts.plan) CHECK(line.find("qg_secret") == std::string::npos);
    for (const AccessUse& use : gated.statement.facts.uses) {
      CHECK(use.object.find("qg_secret") == std::string::npos);
      CHECK(use.column != "store");
    }
  }
}

TEST_CASE("a scoped table is searched through its index", "[scope]") {
  Scoped scoped("SELECT id FROM orders WHERE n = 3");
  const Gated gated = scoped.database.Pass(scoped.report, scoped.policy);
  REQUIRE(gated.all.empty());
  REQUIRE_FALSE(gated.statement.facts.plan.empty());
  CHECK(gated.statement.facts.plan.front().find("USING") != std::string::npos);
  CHECK(gated.statement.facts.plan.front().find("orders_store (store=? AND n=?)") != std::string::npos);
}

TEST_CASE("nothing gets past the scope, by the gate or by the authorizer alone", "[scope]") {
  struct Row {
    std::string_view sql;
    std::string_view rule;
    bool event = true;  // the authorizer alone refuses it too
  };
  const auto rows = std::to_array<Row>({
      {"SELECT id FROM main.orders", "unlisted-table"},
      {"SELECT count(*) FROM main.orders", "unlisted-table"},
      {"SELECT count(*) FROM \"main\".[Orders]", "unlisted-table"},
      {"WITH orders AS (SELECT * FROM main.orders) SELECT id FROM orders", "unlisted-table"},
      {"WITH \"ORDERS\" AS (SELECT phone FROM main.orders) SELECT * FROM orders", "unlisted-table"},
      {"WITH [orders](id) AS (SELECT id FROM main.Orders) SELECT id FROM orders", "unlisted-table"},
      {"WITH x AS (SELECT phone FROM main.orders) SELECT phone FROM x", "unlisted-table"},
      {"WITH orders AS (SELECT id FROM orders_view) SELECT id FROM orders", "view-over-scoped"},
      {"SELECT id FROM orders_view", "view-over-scoped"},
      {"SELECT count(*) FROM orders_view", "view-over-scoped"},
      // SQLite names neither view in any event, and gives no database for the row count.
      {"SELECT count(*) FROM orders_ones", "view-over-scoped", false},
      {"SELECT count(*) FROM nested_ones", "view-over-scoped", false},
      {"SELECT count(*) FROM \"NESTED_ONES\"", "view-over-scoped", false},
      {"SELECT count(*) FROM 'nested_ones'", "view-over-scoped", false},
      {"SELECT phone FROM orders", "unknown-column"},
      {"SELECT store FROM orders", "unknown-column"},
      {"SELECT o.store FROM lines l JOIN orders o ON o.id = l.order_id", "unknown-column"},
      {"SELECT id FROM orders WHERE store = 'B'", "unknown-column"},
      {"SELECT o2.id FROM orders, main.orders o2 WHERE o2.store = 'B'", "unlisted-table"},
      {"SELECT id FROM temp.orders", "qualified-name", false},
      {"SELECT v FROM main.keyed", "unlisted-table"},
      {"SELECT sql FROM sqlite_temp_schema", "unlisted-table"},
      {"SELECT qg_guess('store')", "unknown-function"},
      {"WITH qg_guess AS (SELECT * FROM main.orders) SELECT id FROM qg_guess", "unlisted-table"},
  });
  for (const Row& row : rows) {
    INFO(row.sql);
    Scoped scoped(row.sql);
    const Gated gated = scoped.database.Pass(scoped.report, scoped.policy);
    INFO(Describe(gated.all));
    CHECK(Mentions(gated.all, row.rule));
    CHECK(scoped.database.Run(gated.statement, scoped.policy) == -1);
    for (const Violation& violation : gated.all) {
      CHECK(violation.message.find("qg_secret") == std::string::npos);
      CHECK(violation.subject.find("qg_secret") == std::string::npos);
    }
    if (row.event) {
      const ActiveMode mode(scoped.database.authorizer(), scoped.policy);
      sqlite3_stmt* raw = nullptr;
      CHECK(sqlite3_prepare_v2(scoped.database.connection(), row.sql.data(), static_cast<int>(row.sql.size()), &raw,
                               nullptr) != SQLITE_OK);
      const StatementHandle statement(raw);
    }
  }
}

TEST_CASE("a view over a scoped table cannot even be listed", "[scope]") {
  GuardedDatabase database(kStores);
  Declared declared = Stores();
  declared.tables.push_back({"nested_ones", {"one"}});
  declared.columns = {"id"};
  const CompiledReport report = MakeReport(declared, "SELECT id FROM orders");
  AccessPolicy policy{.allowlist = &report.allowlist};
  database.AddScope(policy, "orders", {"id", "brand", "n"}, "store", "A");
  const Gated gated = database.Pass(report, policy);
  CHECK(Mentions(gated.objects, "view-over-scoped"));
  CHECK(gated.statement.facts.violations.empty());
}

TEST_CASE("the secret names open nothing to who does not go through the views", "[scope]") {
  // Even a caller who had guessed them.
  for (const std::string_view sql :
       {"SELECT id FROM qg_secret_view_1", "SELECT count(*) FROM qg_secret_view_1",
        "SELECT qg_secret_function_1('store') AS id", "SELECT id FROM temp.qg_secret_view_1"}) {
    INFO(sql);
    Scoped scoped(sql);
    scoped.report.queries.front().columns.clear();
    const Gated gated = scoped.database.Pass(scoped.report, scoped.policy);
    CHECK_FALSE(gated.statement.facts.violations.empty());
    CHECK(scoped.database.Run(gated.statement, scoped.policy) == -1);
    for (const Violation& violation : gated.all) CHECK(violation.message.find("qg_secret") == std::string::npos);
  }
}

}  // namespace querygate::sqlite::test
