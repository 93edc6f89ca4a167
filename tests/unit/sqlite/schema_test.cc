// Reading a schema: what the gate relies on, and schemas that were made to hurt.
#include "engine/backend/sqlite/schema.h"

#include <array>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/handles.h"

namespace querygate::sqlite {
namespace {

class Database {
 public:
  explicit Database(std::string_view ddl) {
    sqlite3* raw = nullptr;
    REQUIRE(sqlite3_open(":memory:", &raw) == SQLITE_OK);
    handle_.reset(raw);
    const int code = sqlite3_exec(raw, std::string(ddl).c_str(), nullptr, nullptr, nullptr);
    INFO(sqlite3_errmsg(raw));
    REQUIRE(code == SQLITE_OK);
    sqlite3_db_config(raw, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    REQUIRE(authorizer_.Install(raw) == SQLITE_OK);
  }
  Schema Read() {
    auto schema = ReadSchema(handle_.get(), authorizer_);
    if (!schema) INFO(schema.error().message);
    REQUIRE(schema.has_value());
    CHECK(authorizer_.denials().empty());
    CHECK(authorizer_.mode() == Authorizer::Mode::kDenyAll);
    return *std::move(schema);
  }
  sqlite3* handle() { return handle_.get(); }

 private:
  Authorizer authorizer_;
  ConnectionHandle handle_;
};

Schema SchemaOf(std::string_view ddl) { return Database(ddl).Read(); }

std::vector<std::string> ColumnNames(const SchemaObject& object) {
  std::vector<std::string> names;
  for (const SchemaColumn& column : object.columns) names.push_back(column.name);
  return names;
}

const SchemaIndex* FindIndex(const SchemaObject& object, std::string_view name) {
  for (const SchemaIndex& index : object.indexes) {
    if (index.name == name) return &index;
  }
  return nullptr;
}

std::vector<int> KeyColumns(const SchemaIndex& index) {
  std::vector<int> columns;
  for (const SchemaIndex::Key& key : index.keys) columns.push_back(key.column);
  return columns;
}

}  // namespace

TEST_CASE("tables, columns and keys are read as SQLite has them", "[schema]") {
  const Schema schema = SchemaOf(
      "CREATE TABLE T(id INTEGER PRIMARY KEY, a TEXT NOT NULL COLLATE NOCASE, b, "
      "v AS (a || b), s AS (b) STORED);"
      "CREATE UNIQUE INDEX ta ON t(a, b COLLATE RTRIM) WHERE b > 1;"
      "CREATE INDEX te ON t(lower(a));"
      "CREATE VIEW w AS SELECT id AS x, a FROM t;");
  const SchemaObject* table = schema.Find("t");
  REQUIRE(table != nullptr);
  CHECK(schema.Find("T") == table);
  CHECK(table->name == "T");
  CHECK(table->kind == SchemaObject::Kind::kTable);
  CHECK(table->root_page > 1);
  CHECK_FALSE(table->without_rowid);
  CHECK(table->rowid_alias == 0);
  CHECK(ColumnNames(*table) == std::vector<std::string>{"id", "a", "b", "v", "s"});
  CHECK(table->columns[0].primary_key == 1);
  CHECK(table->columns[1].collation == "NOCASE");
  CHECK(table->columns[1].not_null);
  CHECK(table->columns[2].collation == "BINARY");
  CHECK(table->columns[3].generated == SchemaColumn::Generated::kVirtual);
  CHECK(table->columns[4].generated == SchemaColumn::Generated::kStored);

  const SchemaIndex* index = FindIndex(*table, "ta");
  REQUIRE(index != nullptr);
  CHECK(index->unique);
  CHECK(index->partial);
  CHECK(index->root_page > 1);
  CHECK(index->root_page != table->root_page);
  CHECK(KeyColumns(*index) == std::vector<int>{1, 2, -1});
  CHECK(index->keys[0].collation == "NOCASE");
  CHECK(index->keys[1].collation == "RTRIM");
  CHECK(index->keys[1].key);
  CHECK_FALSE(index->keys[2].key);
  CHECK(KeyColumns(*FindIndex(*table, "te")) == std::vector<int>{-2, -1});

  const SchemaObject* view = schema.Find("w");
  REQUIRE(view != nullptr);
  CHECK(view->kind == SchemaObject::Kind::kView);
  CHECK(ColumnNames(*view) == std::vector<std::string>{"x", "a"});
  CHECK(schema.encoding == "UTF-8");
  CHECK(schema.cookie > 0);
}

TEST_CASE("the rowid's alias is told from other primary keys", "[schema]") {
  struct Row {
    std::string_view ddl;
    int alias;
    bool without_rowid;
  };
  const auto rows = std::to_array<Row>({
      {"CREATE TABLE t(a, k INTEGER PRIMARY KEY)", 1, false},
      {"CREATE TABLE t(a, k integer primary key)", 1, false},
      {"CREATE TABLE t(a, k INTEGER, PRIMARY KEY(k))", 1, false},
      {"CREATE TABLE t(a, k INTEGER, CONSTRAINT p PRIMARY KEY(k DESC))", 1, false},
      {"CREATE TABLE t(a, k INTEGER PRIMARY KEY DESC)", -1, false},
      {"CREATE TABLE t(a, k INT PRIMARY KEY)", -1, false},
      {"CREATE TABLE t(a, k TEXT PRIMARY KEY)", -1, false},
      {"CREATE TABLE t(a INTEGER, k INTEGER, PRIMARY KEY(a, k))", -1, false},
      {"CREATE TABLE t(a, k)", -1, false},
      {"CREATE TABLE t(a, k INTEGER PRIMARY KEY) WITHOUT ROWID", -1, true},
      {"CREATE TABLE t(a, k TEXT PRIMARY KEY) WITHOUT ROWID", -1, true},
  });
  for (const Row& row : rows) {
    INFO(row.ddl);
    const Schema schema = SchemaOf(row.ddl);
    CHECK(schema.Find("t")->rowid_alias == row.alias);
    CHECK(schema.Find("t")->without_rowid == row.without_rowid);
  }
}

TEST_CASE("a WITHOUT ROWID table is its primary key's index", "[schema]") {
  const Schema schema =
      SchemaOf("CREATE TABLE t(v, k TEXT, w, j INT, PRIMARY KEY(j, k)) WITHOUT ROWID; CREATE INDEX tv ON t(v);");
  const SchemaObject* table = schema.Find("t");
  const auto key = std::find_if(table->indexes.begin(), table->indexes.end(),
                                [&](const SchemaIndex& index) { return index.root_page == table->root_page; });
  REQUIRE(key != table->indexes.end());
  CHECK(KeyColumns(*key) == std::vector<int>{3, 1, 0, 2});
  CHECK(KeyColumns(*FindIndex(*table, "tv")) == std::vector<int>{0, 3, 1});
}

TEST_CASE("hostile names are only names", "[schema]") {
  const Schema schema = SchemaOf(
      "CREATE TABLE \"a\"\"b'c]; DROP TABLE x\"(\"\" TEXT, \"q\"\"q\", [x y], \"É\", \"é\");"
      "CREATE INDEX \"i\"\"i\" ON \"a\"\"b'c]; DROP TABLE x\"(\"q\"\"q\");"
      "CREATE TABLE \"select\"(\"from\");"
      "CREATE TABLE x(a)");
  const SchemaObject* table = schema.Find("a\"b'c]; drop table x");
  REQUIRE(table != nullptr);
  CHECK(ColumnNames(*table) == std::vector<std::string>{"", "q\"q", "x y", "É", "é"});
  REQUIRE(table->indexes.size() == 1);
  CHECK(KeyColumns(table->indexes[0]) == std::vector<int>{1, -1});
  CHECK(schema.Find("select")->columns.size() == 1);
  CHECK(schema.Find("x") != nullptr);
}

TEST_CASE("two thousand columns are read", "[schema]") {
  std::string ddl = "CREATE TABLE wide(c0";
  for (int i = 1; i < 2000; ++i) ddl += ",c" + std::to_string(i);
  CHECK(SchemaOf(ddl + ")").Find("wide")->columns.size() == 2000);
}

TEST_CASE("a view that no longer compiles has no columns", "[schema]") {
  const Schema schema = SchemaOf(
      "CREATE TABLE t(a); CREATE VIEW good AS SELECT a FROM t; CREATE VIEW gone AS SELECT a FROM missing;"
      "CREATE VIEW circle AS SELECT * FROM circle;");
  CHECK(schema.Find("good")->columns.size() == 1);
  CHECK(schema.Find("gone")->columns.empty());
  CHECK(schema.Find("circle")->columns.empty());
}

TEST_CASE("no virtual table's module runs while the schema is read", "[schema]") {
  // A module that counts; connecting it is how a hostile file would get code to run.
  struct Module {
    int connected = 0;
    static int Connect(sqlite3* connection, void* self, int, const char* const*, sqlite3_vtab** table, char**) {
      ++static_cast<Module*>(self)->connected;
      *table = static_cast<sqlite3_vtab*>(sqlite3_malloc(sizeof(sqlite3_vtab)));
      **table = {};
      return sqlite3_declare_vtab(connection, "CREATE TABLE x(a)");
    }
    static int Disconnect(sqlite3_vtab* table) {
      sqlite3_free(table);
      return SQLITE_OK;
    }
  };
  sqlite3_module callbacks{};
  callbacks.xCreate = Module::Connect;
  callbacks.xConnect = Module::Connect;
  callbacks.xDisconnect = Module::Disconnect;
  callbacks.xDestroy = Module::Disconnect;
  Module module;
  const char* kFile = "file:hostile?mode=memory&cache=shared";
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI;
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open_v2(kFile, &raw, flags, nullptr) == SQLITE_OK);
  const ConnectionHandle writer(raw);
  REQUIRE(sqlite3_create_module(raw, "hostile", &callbacks, &module) == SQLITE_OK);
  REQUIRE(sqlite3_exec(raw,
                       "CREATE /* */ virtual TABLE v USING hostile; CREATE TABLE t(a); "
                       "CREATE VIEW direct AS SELECT a FROM v; CREATE VIEW quoted AS SELECT a FROM \"V\";"
                       "CREATE VIEW indirect AS SELECT * FROM direct; CREATE VIEW plain AS SELECT a FROM t",
                       nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3* second = nullptr;
  REQUIRE(sqlite3_open_v2(kFile, &second, flags, nullptr) == SQLITE_OK);
  const ConnectionHandle reader(second);
  REQUIRE(sqlite3_create_module(second, "hostile", &callbacks, &module) == SQLITE_OK);
  module.connected = 0;
  Authorizer authorizer;
  REQUIRE(authorizer.Install(second) == SQLITE_OK);
  const auto schema = ReadSchema(second, authorizer);
  REQUIRE(schema.has_value());
  CHECK(module.connected == 0);
  CHECK(schema->Find("v")->kind == SchemaObject::Kind::kVirtualTable);
  CHECK(schema->Find("v")->columns.empty());
  CHECK(schema->Find("direct")->columns.empty());
  CHECK(schema->Find("quoted")->columns.empty());
  CHECK(schema->Find("indirect")->columns.empty());
  CHECK(schema->Find("plain")->columns.size() == 1);
}

TEST_CASE("reserved objects are left out, and the fingerprint follows everything else", "[schema]") {
  constexpr std::string_view kBase = "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, b); CREATE INDEX i ON t(b);";
  const Schema base = SchemaOf(kBase);
  CHECK(base.objects.size() == 1);
  CHECK(base.fingerprint.size() == 64);
  CHECK(base.fingerprint == SchemaOf(kBase).fingerprint);
  for (const std::string_view change :
       {"DROP INDEX i", "ALTER TABLE t ADD COLUMN c", "ALTER TABLE t RENAME TO u", "CREATE VIEW v AS SELECT 1 AS x",
        "ALTER TABLE t RENAME COLUMN b TO c", "CREATE UNIQUE INDEX j ON t(b)", "CREATE TABLE u(a)"}) {
    INFO(change);
    CHECK(SchemaOf(std::string(kBase) + std::string(change)).fingerprint != base.fingerprint);
  }
  Database database(std::string(kBase) + "INSERT INTO t(b) VALUES(1)");
  CHECK(database.Read().fingerprint == base.fingerprint);
}

TEST_CASE("an encoding other than UTF-8 is told", "[schema]") {
  CHECK(SchemaOf("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(a)").encoding == "UTF-16le");
}

TEST_CASE("views are followed to what they reach", "[schema]") {
  const Schema schema = SchemaOf(
      "CREATE TABLE orders(a); CREATE TABLE other(a);"
      "CREATE VIEW one AS SELECT 1 AS x FROM orders; CREATE VIEW two AS SELECT x FROM one;"
      "CREATE VIEW quoted AS SELECT a FROM \"ORDERS\"; CREATE VIEW text AS SELECT a FROM 'orders';"
      "CREATE VIEW apart AS SELECT a FROM other;");
  CHECK(ViewsReaching(schema, {"orders"}) == std::set<std::string>{"one", "two", "quoted", "text"});
  CHECK(ViewsReaching(schema, {}).empty());
  CHECK(NamesIn("SELECT [A b], \"c\"\"d\", `e`, 'f''g', 1 -- z") ==
        std::set<std::string>{"select", "a b", "c\"d", "e", "f'g"});
}

}  // namespace querygate::sqlite
