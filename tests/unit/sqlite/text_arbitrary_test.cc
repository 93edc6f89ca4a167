// Values that follow the order in which rows come.
#include <catch2/catch.hpp>

#include "text_fixture.h"

namespace querygate::sqlite {
namespace {

constexpr const char* kDdl = R"(
  CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT, f TEXT COLLATE NOCASE);
  CREATE TABLE u (k INTEGER PRIMARY KEY, b INTEGER);
)";
const Tables kTables{{"t", {"id", "a", "s", "f"}}, {"u", {"k", "b"}}};

std::string Judge(const char* sql) {
  static const Schema kSchema = SchemaOf(kDdl);
  return RulesOf(FindingsOf(sql, kSchema, kTables));
}

TEST_CASE("A value beside an aggregate is the same throughout its group") {
  const char* sql = GENERATE(values<const char*>({
      "SELECT count(*), max(a) + min(a) FROM t",
      "SELECT s, count(*) FROM t GROUP BY s ORDER BY s",
      "SELECT s || 'x', count(*) FROM t GROUP BY s ORDER BY s",
      "SELECT x.s, count(*) FROM t AS x GROUP BY S ORDER BY s",
      "SELECT s AS name, count(*) FROM t GROUP BY name ORDER BY name",
      "SELECT substr(s, 1, 2), count(*) FROM t GROUP BY substr(s, 1, 2) ORDER BY 1",
      "SELECT (a + 1) * 2, count(*) FROM t GROUP BY (a + 1) ORDER BY a + 1",
      "SELECT id, a, s, count(*) FROM t GROUP BY id ORDER BY id",
      "SELECT a, count(*) FROM t WHERE id = 5",
      "SELECT f, count(*) FROM t GROUP BY f COLLATE BINARY ORDER BY f COLLATE BINARY, 2",
      "SELECT count(*) FILTER (WHERE a > 1) FROM t",
      "SELECT s, CAST(sum(a) AS text) FROM t GROUP BY s ORDER BY s",
      "SELECT s, (SELECT max(b) FROM u WHERE u.k = length(t.s)) FROM t GROUP BY s ORDER BY s",
      "SELECT s, (SELECT max(t.b) FROM u AS t WHERE t.k > 1) FROM t GROUP BY s ORDER BY s",
      "SELECT s FROM t GROUP BY s HAVING count(*) > 1 ORDER BY count(*), s",
  }));
  CAPTURE(sql);
  CHECK(Judge(sql).find("arbitrary-value") == std::string::npos);
}

TEST_CASE("A column of an arbitrary row is refused") {
  const char* sql = GENERATE(values<const char*>({
      "SELECT a, count(*) FROM t",
      "SELECT max(a), s FROM t",
      "SELECT abs(a) + count(*) FROM t",
      "SELECT *, count(*) FROM t",
      "SELECT s, a FROM t GROUP BY s ORDER BY s",
      "SELECT s, count(*) FROM t GROUP BY s ORDER BY a, s",
      "SELECT s, count(*) FROM t GROUP BY s HAVING a > 1 ORDER BY s",
      "SELECT f, count(*) FROM t GROUP BY f ORDER BY 2",
      "SELECT f, count(*) FROM t GROUP BY f COLLATE NOCASE ORDER BY 2",
      "SELECT s, (SELECT max(b) FROM u WHERE u.k = t.a) FROM t GROUP BY s ORDER BY s",
      "SELECT s, (SELECT max(b) FROM u WHERE k = a) FROM t GROUP BY s ORDER BY s",
      "SELECT s, (SELECT count(t.a) FROM u) FROM t ORDER BY id",
      "SELECT x.v FROM (SELECT a AS v, count(*) AS n FROM t) AS x ORDER BY 1",
      "SELECT a FROM t WHERE a IN (SELECT b FROM u GROUP BY k + 1) ORDER BY id",
  }));
  CAPTURE(sql);
  CHECK(Judge(sql).find("arbitrary-value") != std::string::npos);
}

TEST_CASE("An aggregate that keeps an order needs one") {
  CHECK(Judge("SELECT group_concat(s) FROM t") == "arbitrary-value");
  CHECK(Judge("SELECT json_group_array(s) FROM t WHERE a = 1") == "arbitrary-value");
  CHECK(Judge("SELECT group_concat(x.s) FROM (SELECT s FROM t ORDER BY a) AS x") == "arbitrary-value");
  CHECK(Judge("SELECT group_concat(x.s) FROM (SELECT s FROM t ORDER BY id) AS x") == "");
  CHECK(Judge("SELECT a, group_concat(s) FROM (SELECT a, s FROM t ORDER BY id) AS x GROUP BY a ORDER BY a") ==
        "arbitrary-value");
  CHECK(Judge("SELECT group_concat('x')") == "");
}

TEST_CASE("A set of spellings is compared by the collation on the left") {
  CHECK(Judge("SELECT id FROM t WHERE s IN (SELECT s COLLATE NOCASE FROM t) ORDER BY id") == "arbitrary-value");
  CHECK(Judge("SELECT id FROM t WHERE s COLLATE NOCASE IN (SELECT s FROM t) ORDER BY id") == "");
  CHECK(Judge("SELECT id FROM t WHERE s IN (SELECT s FROM t WHERE s = 'a' COLLATE NOCASE) ORDER BY id") == "");
}

}  // namespace
}  // namespace querygate::sqlite
