// The bridge: modes on a real connection, and the callback's arguments as SQLite never should send them.
#include "engine/backend/sqlite/authorizer.h"

#include <array>
#include <string_view>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/handles.h"

namespace querygate::sqlite {
namespace {

using Mode = Authorizer::Mode;

class Connection {
 public:
  Connection() {
    sqlite3* raw = nullptr;
    REQUIRE(sqlite3_open(":memory:", &raw) == SQLITE_OK);
    handle_.reset(raw);
    REQUIRE(sqlite3_exec(raw, "CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 2)", nullptr, nullptr, nullptr) ==
            SQLITE_OK);
    REQUIRE(authorizer_.Install(raw) == SQLITE_OK);
  }
  int Run(std::string_view sql) {
    return sqlite3_exec(handle_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr);
  }
  Authorizer& authorizer() { return authorizer_; }

 private:
  Authorizer authorizer_;
  ConnectionHandle handle_;
};

}  // namespace

TEST_CASE("each mode permits its own text and nothing else", "[authorizer]") {
  struct Row {
    Mode mode;
    std::string_view sql;
    bool permitted;
  };
  const auto rows = std::to_array<Row>({
      {Mode::kDenyAll, "SELECT 1", false},
      {Mode::kDenyAll, "BEGIN", false},
      {Mode::kDenyAll, "PRAGMA query_only", false},
      {Mode::kSetUp, "PRAGMA query_only = 1; PRAGMA query_only = 0", true},
      {Mode::kSetUp, "PRAGMA trusted_schema = OFF", true},
      {Mode::kSetUp, "CREATE TEMP VIEW v AS SELECT a FROM main.t WHERE b = abs(2)", true},
      {Mode::kSetUp, "PRAGMA writable_schema = 1", false},
      {Mode::kSetUp, "PRAGMA table_info(t)", false},
      {Mode::kSetUp, "SELECT a FROM t", false},
      {Mode::kSetUp, "CREATE TEMP TABLE x(a)", false},
      {Mode::kSetUp, "CREATE VIEW v AS SELECT a FROM t", false},
      {Mode::kSetUp, "ATTACH ':memory:' AS x", false},
      {Mode::kSetUp, "BEGIN", false},
      {Mode::kOwnStatements, "BEGIN; COMMIT; BEGIN; ROLLBACK", true},
      {Mode::kOwnStatements, "PRAGMA main.schema_version; PRAGMA table_xinfo(t); PRAGMA index_list(t)", true},
      {Mode::kOwnStatements, "SELECT name, sql FROM main.sqlite_master", true},
      {Mode::kOwnStatements, "SELECT a FROM t", false},
      {Mode::kOwnStatements, "SELECT count(*) FROM t", false},
      {Mode::kOwnStatements, "SELECT lower('A')", false},
      {Mode::kOwnStatements, "PRAGMA journal_mode", false},
      {Mode::kOwnStatements, "SAVEPOINT x", false},
      {Mode::kOwnStatements, "CREATE TEMP VIEW v AS SELECT 1", false},
      {Mode::kOwnStatements, "DELETE FROM t", false},
  });
  for (const Row& row : rows) {
    INFO(row.sql);
    Connection connection;
    connection.authorizer().Use(row.mode);
    // A denied function ends as a plain error, anything else as an authorization error.
    CHECK((connection.Run(row.sql) == SQLITE_OK) == row.permitted);
    CHECK(connection.authorizer().denials().empty() == row.permitted);
  }
}

TEST_CASE("a report reads what it lists, and its uses and denials are recorded", "[authorizer]") {
  Connection connection;
  Authorizer& authorizer = connection.authorizer();
  Allowlist allowlist;
  allowlist.AllowTable("t", {});
  allowlist.AllowColumn("t", "a", {});
  allowlist.AllowFunction("count", {});
  const AccessPolicy policy{.allowlist = &allowlist};
  {
    const ActiveMode mode(authorizer, policy);
    CHECK(connection.Run("SELECT a, Count(*) FROM t GROUP BY a") == SQLITE_OK);
    CHECK(authorizer.denials().empty());
    const std::set<AccessUse> expected{{AccessUse::Kind::kColumn, "t", "a"}, {AccessUse::Kind::kFunction, "count", ""}};
    CHECK(authorizer.uses() == expected);
    authorizer.ClearRecord();
    CHECK(connection.Run("SELECT b FROM t") == SQLITE_AUTH);
    REQUIRE(authorizer.denials().size() == 1);
    CHECK(authorizer.denials()[0].rule == "unlisted-column");
    CHECK(authorizer.denials()[0].subject == "t.b");
    CHECK(authorizer.denials()[0].kind == AccessUse::Kind::kColumn);
  }
  CHECK(authorizer.mode() == Mode::kDenyAll);
  CHECK(connection.Run("SELECT a FROM t") == SQLITE_AUTH);
}

TEST_CASE("missing arguments and unknown codes are denied", "[authorizer]") {
  Allowlist allowlist;
  allowlist.AllowTable("t", {});
  allowlist.AllowColumn("t", "a", {});
  allowlist.AllowFunction("count", {});
  const AccessPolicy policy{.allowlist = &allowlist};
  Authorizer authorizer;
  struct Row {
    int action;
    const char *first, *second, *database, *accessor;
    std::string_view rule, subject;
  };
  const auto rows = std::to_array<Row>({
      {SQLITE_READ, "t", "a", "main", nullptr, "", ""},
      {SQLITE_READ, nullptr, "a", "main", nullptr, "null-argument", "READ"},
      {SQLITE_READ, "t", nullptr, "main", nullptr, "null-argument", "READ"},
      {SQLITE_READ, "t", "a", nullptr, nullptr, "outside-main", "t.a"},
      {SQLITE_READ, "t", "", nullptr, nullptr, "", ""},
      {SQLITE_FUNCTION, nullptr, "count", nullptr, nullptr, "", ""},
      {SQLITE_FUNCTION, "count", nullptr, nullptr, nullptr, "null-argument", "FUNCTION"},
      {SQLITE_SELECT, nullptr, nullptr, nullptr, nullptr, "", ""},
      {SQLITE_RECURSIVE, nullptr, nullptr, nullptr, nullptr, "recursion-not-allowed", "RECURSIVE"},
      {SQLITE_ATTACH, "/etc/data", nullptr, nullptr, nullptr, "denied-action", "ATTACH"},
      {0, nullptr, nullptr, nullptr, nullptr, "denied-action", "COPY"},
      {99, "t", "a", "main", nullptr, "denied-action", "action 99"},
      {-1, "t", "a", "main", nullptr, "denied-action", "action -1"},
  });
  for (const Row& row : rows) {
    INFO(row.action << " " << row.rule);
    const ActiveMode mode(authorizer, policy);
    authorizer.ClearRecord();
    const int answer = authorizer.Decide(row.action, row.first, row.second, row.database, row.accessor);
    CHECK(answer == (row.rule.empty() ? SQLITE_OK : SQLITE_DENY));
    if (row.rule.empty()) continue;
    REQUIRE(authorizer.denials().size() == 1);
    CHECK(authorizer.denials()[0].rule == row.rule);
    CHECK(authorizer.denials()[0].subject == row.subject);
  }
}

TEST_CASE("a mode that needs a policy denies without one, and the record is bounded", "[authorizer]") {
  Authorizer authorizer;
  authorizer.Use(Mode::kReport);
  CHECK(authorizer.mode() == Mode::kDenyAll);
  authorizer.UseReport(nullptr);
  CHECK(authorizer.mode() == Mode::kDenyAll);
  for (int i = 0; i < 10000; ++i)
    CHECK(authorizer.Decide(SQLITE_SELECT, nullptr, nullptr, nullptr, nullptr) == SQLITE_DENY);
  CHECK(authorizer.denials().size() <= 256);
}

TEST_CASE("secret names stay out of denials and uses", "[authorizer]") {
  Allowlist allowlist;
  allowlist.AllowTable("orders", {});
  allowlist.AllowColumn("orders", "id", {});
  AccessPolicy policy{.allowlist = &allowlist};
  policy.scoped.push_back({.table = "orders",
                           .secret_view = "qg_view",
                           .secret_function = "qg_function",
                           .columns = {"id"},
                           .scope_columns = {"store"}});
  Authorizer authorizer;
  const ActiveMode mode(authorizer, policy);
  CHECK(authorizer.Decide(SQLITE_READ, "orders", "store", "main", "qg_view") == SQLITE_OK);
  CHECK(authorizer.Decide(SQLITE_FUNCTION, nullptr, "qg_function", nullptr, "qg_view") == SQLITE_OK);
  CHECK(authorizer.uses().empty());
  CHECK(authorizer.Decide(SQLITE_READ, "qg_view", "id", "temp", "orders") == SQLITE_OK);
  CHECK(authorizer.uses() == std::set<AccessUse>{{AccessUse::Kind::kTable, "orders", ""}});
  CHECK(authorizer.Decide(SQLITE_READ, "qg_view", "id", "temp", nullptr) == SQLITE_DENY);
  CHECK(authorizer.Decide(SQLITE_FUNCTION, nullptr, "qg_function", nullptr, nullptr) == SQLITE_DENY);
  REQUIRE(authorizer.denials().size() == 2);
  for (const Denial& denial : authorizer.denials()) CHECK(denial.subject.find("qg_") == std::string::npos);
}

}  // namespace querygate::sqlite
