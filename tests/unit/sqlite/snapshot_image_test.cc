#include <filesystem>

#include <catch2/catch.hpp>

#include "engine/backend/sqlite/drift.h"
#include "engine/backend/sqlite/schema_image.h"

namespace querygate::sqlite {

TEST_CASE("a schema snapshot may create and nothing else") {
  struct Case {
    std::string ddl;
    std::string cause;
  };
  const auto one = GENERATE(values<Case>({
      {"ATTACH '/tmp/querygate-must-not-exist' AS x;", "line 1: ATTACH is not permitted"},
      {"CREATE TABLE t(a);\nVACUUM INTO '/tmp/querygate-must-not-exist';", "line 2"},
      {"CREATE TABLE t(a);\nVACUUM;", "line 2"},
      {"CREATE TABLE t(a);\n\nINSERT INTO t VALUES (1);", "line 3: changing rows is not permitted"},
      {"CREATE TABLE t(a);\nDELETE FROM t;", "line 2: changing rows is not permitted"},
      {"CREATE TABLE t(a);\nDROP TABLE t;", "line 2: "},
      {"CREATE TABLE t AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n;",
       "SELECT is not permitted"},
      {"SELECT 1;", "SELECT is not permitted"},
      {"CREATE VIRTUAL TABLE t USING fts5(a);", "CREATE VIRTUAL TABLE is not permitted"},
      {"CREATE TEMP TABLE t(a);", "not permitted"},
      {"PRAGMA writable_schema=1;", "PRAGMA is not permitted"},
      {"EXPLAIN CREATE TABLE t(a);", "EXPLAIN is not permitted"},
      {"CREATE TABLE t(a", "incomplete input"},
      {"CREATE TABLE t(a);\nCREATE TABEL u(b);", "line 2: near \"TABEL\""},
      {"BEGIN; CREATE TABLE t(a);", "left open"},
      {"", "creates nothing"},
      {"-- nothing\n", "creates nothing"},
      {std::string("CREATE TABLE t(a);\0", 19), "NUL byte"},
      {std::string(1'000'001, ' '), "longer than"},
  }));
  CAPTURE(one.ddl.substr(0, 80));
  const auto image = SchemaImage::Make(one.ddl);
  REQUIRE_FALSE(image);
  CHECK_THAT(image.error().cause, Catch::Contains(one.cause));
  CHECK_FALSE(std::filesystem::exists("/tmp/querygate-must-not-exist"));
}

TEST_CASE("what dumps hold loads") {
  const char* ddl = R"sql(
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
-- comments
CREATE TABLE a(id INTEGER PRIMARY KEY AUTOINCREMENT, b TEXT NOT NULL DEFAULT 'x' CHECK (length(b) < 9),
  c INTEGER GENERATED ALWAYS AS (id * 2) STORED, d AS (upper(b)), UNIQUE (b, c));
CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID;
CREATE INDEX a_b ON a(b COLLATE NOCASE) WHERE b IS NOT NULL;
CREATE INDEX a_e ON a(lower(b));
CREATE VIEW v AS SELECT id, b FROM a;
CREATE TRIGGER tr AFTER INSERT ON a BEGIN UPDATE a SET b = 'y' WHERE id = NEW.id; END;
COMMIT;)sql";
  const auto image = SchemaImage::Make(ddl);
  if (!image) FAIL(image.error().cause);
  CHECK((*image)->schema().objects.size() == 3);
  CHECK((*image)->bytes().size() > 0);
  CHECK((*image)->schema().Find("V")->kind == SchemaObject::Kind::kView);
}

TEST_CASE("an image is made once for a text") {
  SchemaImages images;
  const auto first = images.Get("CREATE TABLE t(a);");
  const auto again = images.Get("CREATE TABLE t(a);");
  const auto other = images.Get("CREATE TABLE t(b);");
  REQUIRE(first);
  CHECK(*first == *again);
  CHECK(*first != *other);
  CHECK_FALSE(images.Get("nonsense"));
}

TEST_CASE("what counts as drift") {
  struct Case {
    const char* live;
    bool differs;
  };
  const auto one = GENERATE(values<Case>({
      {"CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);", false},
      {"CREATE TABLE T (A INTEGER PRIMARY KEY, B TEXT); CREATE INDEX i ON t(b);", false},
      {"CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c);", true},
      {"CREATE TABLE t(a INTEGER PRIMARY KEY);", true},
      {"CREATE TABLE t(a INTEGER, b TEXT);", true},
      {"CREATE TABLE t(b TEXT, a INTEGER PRIMARY KEY);", true},
      {"CREATE TABLE t(a INTEGER PRIMARY KEY, b INTEGER);", true},
      {"CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT COLLATE NOCASE);", true},
      {"CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT AS (a));", true},
      {"CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT UNIQUE);", true},
      {"CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT) WITHOUT ROWID;", true},
      {"CREATE TABLE base(a); CREATE VIEW t AS SELECT 1 AS a, 'x' AS b;", true},
  }));
  CAPTURE(one.live);
  const auto declared = SchemaImage::Make("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT);");
  const auto live = SchemaImage::Make(one.live);
  REQUIRE(declared);
  if (!live) FAIL(live.error().cause);
  CHECK(Differs(*(*declared)->schema().Find("t"), *(*live)->schema().Find("t")) == one.differs);
}

}  // namespace querygate::sqlite
