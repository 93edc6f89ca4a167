#include "engine/backend/sqlite/statement_survey.h"

#include <catch2/catch.hpp>

#include "text_fixture.h"

namespace querygate::sqlite {
namespace {

using Kind = ExpressionFacts::Kind;
using Use = ParameterFacts::Use;

const std::string kDdl =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note VARCHAR(9), n INT, x REAL NOT NULL,"
    " amount NUMERIC(8,2) NOT NULL, b BLOB, day DATE, free);"
    "CREATE TABLE u (t INTEGER NOT NULL, v TEXT NOT NULL, PRIMARY KEY (t, v)) WITHOUT ROWID;"
    "CREATE VIEW w AS SELECT id, name FROM t;";

StatementSurvey Survey(const std::string& sql) { return SurveyStatement(SchemaOf(kDdl), sql); }

std::string KindName(Kind kind) {
  switch (kind) {
    case Kind::kUnknown:
      return "unknown";
    case Kind::kInteger:
      return "integer";
    case Kind::kReal:
      return "real";
    case Kind::kNumber:
      return "number";
    case Kind::kText:
      return "text";
    case Kind::kBlob:
      return "blob";
  }
  return "";
}

// "kind", with "?" when it may be NULL and the column it is in brackets.
std::string Told(const ExpressionFacts& facts) {
  std::string text = KindName(facts.kind) + (facts.nullable ? "?" : "");
  if (facts.origin) text += " [" + facts.origin->table + "." + facts.origin->column + "]";
  return text;
}

std::string First(const std::string& sql) {
  const StatementSurvey survey = Survey(sql);
  REQUIRE(survey.understood);
  REQUIRE_FALSE(survey.outputs.empty());
  return Told(survey.outputs.front().value);
}

std::string Expression(const std::string& expression) { return First("SELECT " + expression + " AS e FROM t"); }

ParameterFacts Parameter(const std::string& condition) {
  const StatementSurvey survey = Survey("SELECT id FROM t WHERE " + condition);
  REQUIRE(survey.understood);
  REQUIRE(survey.parameters.size() == 1);
  CHECK(survey.parameters.front().name == "p");
  return survey.parameters.front();
}

}  // namespace

TEST_CASE("a column gives its declared kind, and NULL unless it is declared otherwise") {
  CHECK(Expression("id") == "integer [t.id]");
  CHECK(Expression("name") == "text [t.name]");
  CHECK(Expression("t.note") == "text? [t.note]");
  CHECK(Expression("x") == "real [t.x]");
  CHECK(Expression("amount") == "number [t.amount]");
  CHECK(Expression("b") == "blob? [t.b]");
  CHECK(Expression("day") == "unknown? [t.day]");
  CHECK(Expression("free") == "unknown? [t.free]");
  CHECK(Expression("rowid") == "integer [t.id]");
  CHECK(First("SELECT v FROM u") == "text [u.v]");
  CHECK(First("SELECT name FROM w") == "text? [w.name]");
}

TEST_CASE("expressions give what their operators and functions give") {
  CHECK(Expression("1") == "integer");
  CHECK(Expression("-1.5") == "real");
  CHECK(Expression("'a'") == "text");
  CHECK(Expression("NULL") == "unknown?");
  CHECK(Expression("id + 1") == "integer");
  CHECK(Expression("n * 2") == "integer?");
  CHECK(Expression("id * x") == "real");
  CHECK(Expression("amount * 2") == "number");
  CHECK(Expression("id / 2") == "integer");
  CHECK(Expression("id / n") == "integer?");
  CHECK(Expression("id / 0") == "integer?");
  CHECK(Expression("1 - id * x") == "real");
  CHECK(Expression("name || '!'") == "text");
  CHECK(Expression("name || note") == "text?");
  CHECK(Expression("id = 1 OR n > 2") == "integer?");
  CHECK(Expression("note IS NULL") == "integer");
  CHECK(Expression("CASE WHEN n > 1 THEN 'a' ELSE 'b' END") == "text");
  CHECK(Expression("CASE n WHEN 1 THEN 2 END") == "integer?");
  CHECK(Expression("CASE n WHEN 1 THEN 2 ELSE 2.5 END") == "number");
  CHECK(Expression("CAST(note AS INTEGER)") == "integer?");
  CHECK(Expression("COALESCE(note, 'none')") == "text");
  CHECK(Expression("COALESCE(note, free)") == "unknown?");
  CHECK(Expression("IIF(n > 1, 1, 2)") == "integer");
  CHECK(Expression("NULLIF(id, 0)") == "integer?");
  CHECK(Expression("LENGTH(name)") == "integer");
  CHECK(Expression("UPPER(note)") == "text?");
  CHECK(Expression("ROUND(x, 2)") == "real");
  CHECK(Expression("date(day)") == "text?");
  CHECK(Expression("MAX(id, n)") == "integer?");
  CHECK(Expression("nonsense(id)") == "unknown?");
}

TEST_CASE("aggregates may be NULL where no row is left to take a value from") {
  CHECK(Expression("COUNT(*)") == "integer");
  CHECK(Expression("COUNT(note)") == "integer");
  CHECK(Expression("SUM(id)") == "integer?");
  CHECK(Expression("TOTAL(id)") == "real");
  CHECK(First("SELECT SUM(id) AS s FROM t GROUP BY name") == "integer");
  CHECK(First("SELECT SUM(n) AS s FROM t GROUP BY name") == "integer?");
  CHECK(First("SELECT SUM(amount) AS s FROM t GROUP BY name") == "number");
  CHECK(First("SELECT AVG(id) AS s FROM t GROUP BY name") == "real");
  CHECK(First("SELECT MIN(name) AS s FROM t GROUP BY n") == "text");
  CHECK(First("SELECT SUM(id) FILTER (WHERE n > 1) AS s FROM t GROUP BY name") == "integer?");
  CHECK(First("SELECT ROW_NUMBER() OVER (ORDER BY id) AS r FROM t") == "integer");
  CHECK(First("SELECT LAG(id) OVER (ORDER BY id) AS r FROM t") == "integer?");
  CHECK(First("SELECT COUNT(DISTINCT name) AS c FROM t") == "integer");
}

TEST_CASE("values are followed through joins, common tables, nested and compound queries") {
  CHECK(First("SELECT u.v AS e FROM t JOIN u ON u.t = t.id") == "text [u.v]");
  CHECK(First("SELECT u.v AS e FROM t LEFT JOIN u ON u.t = t.id") == "text? [u.v]");
  CHECK(First("SELECT t.name AS e FROM t LEFT JOIN u ON u.t = t.id") == "text [t.name]");
  CHECK(First("SELECT t.name AS e FROM t RIGHT JOIN u ON u.t = t.id") == "text? [t.name]");
  CHECK(First("SELECT e FROM (SELECT name AS e FROM t)") == "text [t.name]");
  CHECK(First("WITH c (e) AS (SELECT COUNT(*) FROM t) SELECT e FROM c") == "integer");
  CHECK(First("WITH c AS (SELECT id AS e FROM t), d AS (SELECT e FROM c) SELECT d.e FROM u LEFT JOIN d ON d.e = u.t") ==
        "integer? [t.id]");
  CHECK(First("SELECT id AS e FROM t UNION ALL SELECT t FROM u") == "integer");
  CHECK(First("SELECT id AS e FROM t UNION SELECT n FROM t") == "integer?");
  CHECK(First("SELECT name AS e FROM t UNION SELECT id FROM t") == "unknown");
  CHECK(First("SELECT (SELECT name FROM t WHERE id = 1) AS e FROM u") == "text?");
  CHECK(First("SELECT (SELECT COUNT(*) FROM t) AS e FROM u") == "integer");
  CHECK(First("SELECT e FROM (VALUES (1, 'a')) JOIN (SELECT 2.5 AS e)") == "real");
  CHECK(First("WITH RECURSIVE c (e) AS (SELECT 1 UNION ALL SELECT e + 1 FROM c WHERE e < 9) SELECT e FROM c") ==
        "integer");
}

TEST_CASE("a parameter is told by what it is compared with") {
  const auto check = [](const std::string& condition, Use use, const std::string& compared) {
    INFO(condition);
    const ParameterFacts facts = Parameter(condition);
    CHECK(facts.use == use);
    CHECK(Told(facts.compared) == compared);
  };
  check("name = :p", Use::kEqual, "text [t.name]");
  check(":p = name", Use::kEqual, "text [t.name]");
  check("t.n <> :p", Use::kEqual, "integer? [t.n]");
  check("name IS NOT :p", Use::kEqual, "text [t.name]");
  check("name = :p COLLATE NOCASE", Use::kEqual, "text [t.name]");
  check("name COLLATE NOCASE = :p", Use::kEqual, "text [t.name]");
  check("x >= :p", Use::kFrom, "real [t.x]");
  check("x < (:p)", Use::kTo, "real [t.x]");
  check(":p <= x", Use::kFrom, "real [t.x]");
  check("x BETWEEN :p AND 3", Use::kFrom, "real [t.x]");
  check("x BETWEEN 1 AND :p", Use::kTo, "real [t.x]");
  check("x NOT BETWEEN 1 + 1 AND :p", Use::kTo, "real [t.x]");
  check("name IN (:p)", Use::kListed, "text [t.name]");
  check("id NOT IN (:p)", Use::kListed, "integer [t.id]");
  check("name LIKE :p", Use::kLike, "text [t.name]");
  check("name NOT LIKE :p", Use::kLike, "text [t.name]");
  check("date(day) = :p", Use::kEqual, "text?");
  check("n > 2 * :p", Use::kFrom, "integer? [t.n]");
  check("round(x, :p) > 1", Use::kFunction, "real?");
  check(":p", Use::kUnknown, "unknown?");
  check("EXISTS (SELECT 1 FROM u WHERE u.t = t.id AND u.v = :p)", Use::kEqual, "text [u.v]");
  check("EXISTS (SELECT 1 FROM u WHERE t.name = :p)", Use::kEqual, "text [t.name]");
  CHECK(Parameter("name LIKE '%' || :p || '%'").joined_text);
  CHECK_FALSE(Parameter("name LIKE :p").joined_text);
  CHECK(Parameter("n <= :p * 60").computed);
  CHECK(Parameter("strftime('%Y-%m', day) = :p").compared.format == "%Y-%m");
}

TEST_CASE("of several uses the comparison with a column tells most, and a test for NULL is kept") {
  const ParameterFacts facts = Parameter(":p IS NULL OR note = :p");
  CHECK(facts.tested_for_null);
  CHECK(facts.use == Use::kEqual);
  CHECK(Told(facts.compared) == "text? [t.note]");
  CHECK_FALSE(Parameter("note = :p").tested_for_null);
}

TEST_CASE("a limit is told with its end, its number or its parameter") {
  const std::string sql = "SELECT id FROM t ORDER BY id LIMIT 20 ;";
  const StatementSurvey number = Survey(sql);
  REQUIRE(number.limit.has_value());
  CHECK(number.limit->number == 20);
  CHECK(sql.substr(number.limit->offset, number.limit->end - number.limit->offset) == "LIMIT 20");
  CHECK(number.order_by == "id");
  CHECK(Survey("SELECT id FROM t LIMIT :most").limit->parameter == "most");
  CHECK(Survey("SELECT id FROM t LIMIT 1 OFFSET 2").limit->skips);
  CHECK(Survey("SELECT id FROM t LIMIT 2, 1").limit->skips);
  CHECK_FALSE(Survey("SELECT id FROM t LIMIT 1 + 1").limit->number.has_value());
  CHECK_FALSE(Survey("SELECT id FROM (SELECT id FROM t LIMIT 1)").limit.has_value());
}

TEST_CASE("rows are told apart by a key of the outputs, and one row is known as one") {
  CHECK(Survey("SELECT name, id FROM t").key == std::vector<std::size_t>{1});
  CHECK(Survey("SELECT name, COUNT(*) AS c FROM t GROUP BY name").key == std::vector<std::size_t>{0});
  CHECK(Survey("SELECT name FROM t").key.empty());
  CHECK(Survey("SELECT COUNT(*) AS c FROM t").one_row);
  CHECK_FALSE(Survey("SELECT COUNT(*) AS c FROM t GROUP BY n").one_row);
}

TEST_CASE("what cannot be followed still names its parameters") {
  const StatementSurvey survey = Survey("SELECT (id FROM t WHERE :a = :b AND :a");
  CHECK_FALSE(survey.understood);
  REQUIRE(survey.parameters.size() == 2);
  CHECK(survey.parameters[1].name == "b");
}

}  // namespace querygate::sqlite
