#include "engine/backend/sqlite/text_rules.h"

#include <array>
#include <random>
#include <string>

#include <catch2/catch.hpp>

#include "text_fixture.h"

namespace querygate::sqlite {
namespace {

const std::string kDdl = R"(
  CREATE TABLE parcels(id INTEGER PRIMARY KEY, zone TEXT, area REAL, owner_id INTEGER, private_note TEXT, "desc" TEXT);
  CREATE TABLE owners(owner_id INTEGER PRIMARY KEY, name TEXT, tax_code TEXT);
  CREATE TABLE secret(zone TEXT, code TEXT);
  CREATE VIEW v_pub AS SELECT id, zone FROM parcels;
  CREATE VIEW v_use AS SELECT p.id FROM parcels p JOIN secret USING(zone);
  CREATE VIEW v_over AS SELECT id FROM v_use;
  CREATE VIEW v_main AS SELECT id FROM main.parcels;
  CREATE VIEW v_cut AS SELECT id FROM parcels LIMIT 1;
  CREATE VIEW v_rank AS SELECT id, row_number() OVER () AS n FROM parcels;
  CREATE VIEW v_cte AS WITH unused AS (SELECT 1) SELECT id FROM parcels;
  CREATE VIEW v_coll AS SELECT zone COLLATE custc AS zone FROM parcels;
)";

const Tables kTables{{"parcels", {"id", "zone", "area", "owner_id"}},
                     {"owners", {"owner_id", "name"}},
                     {"v_pub", {"id", "zone"}},
                     {"v_use", {"id"}},
                     {"v_over", {"id"}},
                     {"v_main", {"id"}},
                     {"v_cut", {"id"}},
                     {"v_rank", {"id", "n"}},
                     {"v_cte", {"id"}},
                     {"v_coll", {"zone"}}};

struct Row {
  const char* sql;
  const char* rules;
};

void Check(const Row& row) {
  static const Schema schema = SchemaOf(kDdl);
  const auto violations = FindingsOf(row.sql, schema, kTables);
  CAPTURE(row.sql, violations.empty() ? "" : violations.front().message);
  CHECK(RulesOf(violations) == row.rules);
}

TEST_CASE("One statement, all of it readable") {
  Check(GENERATE(values<Row>({
      {"SELECT id FROM parcels ORDER BY id", ""},
      {"SELECT id FROM parcels ORDER BY id;", ""},
      {"SELECT id FROM parcels ORDER BY id; -- done", ""},
      {"SELECT id FROM parcels ORDER BY id; /* x */ ", ""},
      {"SELECT id FROM parcels ORDER BY id;;", "several-statements"},
      {"SELECT id FROM parcels ORDER BY id; SELECT 1", "several-statements"},
      {"SELECT id FROM parcels ORDER BY id; /* x", "unterminated-comment"},
      {"SELECT id FROM parcels ORDER BY id /* x", "unterminated-comment"},
      {"", "not-a-query"},
      {";", "not-a-query"},
      {"-- only", "not-a-query"},
      {"EXPLAIN SELECT 1", "not-a-query"},
      {"PRAGMA table_info(parcels)", "not-a-query"},
      {"SELECT 1_000", "sql-error"},
      {"SELECT 'a", "sql-error"},
      {"SELECT (1", "sql-error"},
      {"SELECT 1)", "sql-error"},
      {"SELECT id FROM parcels WHERE", "sql-error"},
      {"WITH a AS (SELECT 1) DELETE FROM parcels", "sql-error"},
  })));
  const auto nul = FindingsOf(std::string("SELECT 1\0 FROM x", 16), Schema{}, {});
  CHECK(RulesOf(nul) == "nul-in-sql");
  CHECK(nul.front().offset == 8U);
}

TEST_CASE("Words whose effects are not reported are refused, as words only") {
  Check(GENERATE(values<Row>({
      {"SELECT p.id FROM parcels p JOIN owners o USING(owner_id) ORDER BY p.id", "refused-word"},
      {"SELECT p.id FROM parcels p NATURAL JOIN owners o ORDER BY p.id", "refused-word"},
      {"SELECT id FROM parcels INDEXED BY ix ORDER BY id", "refused-word"},
      {"SELECT id FROM parcels NOT INDEXED ORDER BY id", "refused-word"},
      {"SELECT id FROM parcels WHERE zone = 'using natural' ORDER BY id", ""},
      {"SELECT id AS \"using\" FROM parcels ORDER BY id", ""},
      {"SELECT id AS [natural], 1 AS `indexed` FROM parcels ORDER BY id /* NATURAL */ -- USING", ""},
      {"SELECT id AS using_it FROM parcels ORDER BY id", ""},
  })));
}

TEST_CASE("Schema qualifiers are refused, table qualifiers are not") {
  Check(GENERATE(values<Row>({
      {"SELECT p.id FROM parcels p ORDER BY p.id", ""},
      {"SELECT parcels.id FROM parcels ORDER BY 1", ""},
      {"SELECT \"P\".id FROM parcels AS p ORDER BY 1", ""},
      {"WITH c AS (SELECT id FROM parcels) SELECT c.id FROM c ORDER BY c.id", ""},
      {"SELECT s.id FROM (SELECT id FROM parcels) s ORDER BY s.id", ""},
      {"SELECT p.id FROM parcels p WHERE p.id = .5 ORDER BY p.id", ""},
      {"SELECT id FROM main.parcels ORDER BY id", "qualified-name"},
      {"SELECT id FROM \"main\".parcels ORDER BY id", "qualified-name"},
      {"SELECT id FROM 'main'.parcels ORDER BY id", "qualified-name"},
      {"SELECT id FROM temp.parcels ORDER BY id", "qualified-name"},
      {"SELECT id FROM [Temp] . parcels ORDER BY id", "qualified-name"},
      {"SELECT id FROM other.parcels ORDER BY id", "qualified-name"},
      {"SELECT main.parcels.id FROM parcels ORDER BY 1", "qualified-name unordered-rows"},
      {"SELECT main.id FROM parcels main ORDER BY 1", "qualified-name"},
      {"SELECT id FROM parcels WHERE id IN main.owners ORDER BY id", "qualified-name"},
      {"SELECT id FROM parcels WHERE other.zone = 'x' ORDER BY id", "qualified-name"},
  })));
}

TEST_CASE("Only built-in collations") {
  Check(GENERATE(values<Row>({
      {"SELECT id FROM parcels ORDER BY zone COLLATE NOCASE, id", ""},
      {"SELECT id FROM parcels ORDER BY zone COLLATE \"rtrim\", id", ""},
      {"SELECT id FROM parcels ORDER BY zone COLLATE [Binary], id", ""},
      {"SELECT id FROM parcels ORDER BY zone COLLATE custc, id", "unknown-collation"},
      {"SELECT id FROM parcels ORDER BY zone COLLATE \"custc\", id", "unknown-collation"},
      {"SELECT id FROM parcels WHERE zone COLLATE 'custc' = 'a' ORDER BY id", "unknown-collation"},
      {"SELECT id FROM parcels WHERE zone = 'COLLATE custc' ORDER BY id", ""},
  })));
}

TEST_CASE("Parameters are written with a colon and a name") {
  Check(GENERATE(values<Row>({
      {"SELECT id FROM parcels WHERE zone = :zone OR zone = :zone2 ORDER BY id", ""},
      {"SELECT id FROM parcels WHERE zone = ? ORDER BY id", "positional-parameter"},
      {"SELECT id FROM parcels WHERE zone = ?2 ORDER BY id", "positional-parameter"},
      {"SELECT id FROM parcels WHERE zone = @zone ORDER BY id", "positional-parameter"},
      {"SELECT id FROM parcels WHERE zone = $zone ORDER BY id", "positional-parameter"},
      {"SELECT id FROM parcels WHERE zone = $zone::x(1) ORDER BY id", "positional-parameter"},
      {"SELECT id FROM parcels WHERE zone = :zone::x ORDER BY id", "positional-parameter"},
      {"SELECT id FROM parcels WHERE zone = '?' ORDER BY id", ""},
  })));
}

TEST_CASE("Common tables have names of their own and are used") {
  Check(GENERATE(values<Row>({
      {"WITH c AS (SELECT id FROM parcels) SELECT id FROM c ORDER BY id", ""},
      {"WITH a AS (SELECT id FROM parcels), b AS (SELECT id FROM a) SELECT id FROM b ORDER BY id", ""},
      {"WITH c AS (SELECT id FROM parcels) SELECT id FROM parcels WHERE id IN c ORDER BY id", ""},
      {"WITH c AS (SELECT id FROM parcels) SELECT id FROM parcels WHERE id IN (SELECT id FROM c) ORDER BY id", ""},
      {"WITH c AS (SELECT id FROM parcels) SELECT count(*) FROM (parcels JOIN c ON 1)", ""},
      {"WITH parcels AS (SELECT 1 AS id) SELECT id FROM parcels ORDER BY id", "shadowing-cte"},
      {"WITH \"PARCELS\" AS (SELECT 1 AS id) SELECT id FROM parcels ORDER BY id", "shadowing-cte"},
      {"WITH 'Parcels'(id) AS (SELECT 1) SELECT id FROM parcels ORDER BY id", "shadowing-cte"},
      {"WITH v_pub AS (SELECT 1 AS id) SELECT id FROM v_pub ORDER BY id", "shadowing-cte"},
      {"WITH secret AS (SELECT 1 AS id) SELECT id FROM secret ORDER BY id", "shadowing-cte"},
      {"WITH sqlite_schema AS (SELECT 1 AS id) SELECT id FROM sqlite_schema ORDER BY id", "shadowing-cte"},
      {"SELECT id FROM (WITH owners AS (SELECT 1 AS id) SELECT id FROM owners) ORDER BY id", "shadowing-cte"},
      {"WITH c AS (SELECT 1 AS id) SELECT id FROM (WITH c AS (SELECT 2 AS id) SELECT id FROM c) ORDER BY id",
       "shadowing-cte"},
      {"WITH c AS (SELECT id FROM parcels) SELECT 1", "unused-cte"},
      {"WITH c AS (SELECT id FROM parcels) SELECT id AS c FROM parcels c ORDER BY id", "unused-cte"},
      {"WITH a AS (SELECT 1 AS id), b AS (SELECT id FROM a) SELECT id FROM a ORDER BY id", "unused-cte"},
      {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT 1", "unused-cte"},
      {"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n ORDER BY i", ""},
  })));
}

TEST_CASE("Names of the schema are listed, or are the text's own") {
  Check(GENERATE(values<Row>({
      {"SELECT id FROM parcels WHERE 0 AND private_note = 'x' ORDER BY id", "private-name"},
      {"SELECT id FROM parcels WHERE 0 AND \"Private_Note\" = 'x' ORDER BY id", "private-name"},
      {"SELECT id FROM parcels WHERE 0 AND parcels.'private_note' = 'x' ORDER BY id", "private-name"},
      {"SELECT id FROM parcels WHERE EXISTS (SELECT 1 FROM secret) ORDER BY id", "private-name"},
      {"SELECT id, 'private_note' AS x FROM parcels ORDER BY id", ""},
      {"SELECT id, zone AS private_note FROM parcels ORDER BY id", ""},
      {"SELECT id, zone private_note FROM parcels ORDER BY private_note, id", ""},
      {"SELECT id, zone AS private_note FROM parcels p WHERE 0 AND p.private_note = 'x' ORDER BY id", "private-name"},
      {"SELECT id, CAST(zone AS private_note) AS x FROM parcels WHERE 0 AND private_note = 'x' ORDER BY id",
       "private-name"},
      {"SELECT id, zone AS private_note FROM parcels WHERE 0 AND private_note = 'x' ORDER BY id", "private-name"},
      {"SELECT zone AS private_note, id FROM parcels ORDER BY private_note DESC, id", ""},
      {"SELECT zone AS private_note, id FROM parcels ORDER BY upper(private_note), id", "private-name"},
      {"SELECT max(zone) AS private_note FROM parcels GROUP BY private_note ORDER BY 1", "private-name"},
      {"SELECT name AS private_note, count(*) AS n FROM owners GROUP BY private_note ORDER BY private_note", ""},
      {"SELECT id, zone AS secret FROM parcels WHERE 1 OR EXISTS (SELECT 1 FROM secret) ORDER BY id", "private-name"},
      {"SELECT id, CAST(zone AS code) AS x FROM parcels ORDER BY id", ""},
      {"SELECT secret.id FROM parcels AS secret ORDER BY secret.id", ""},
      {"WITH g(code) AS (SELECT zone FROM parcels) SELECT DISTINCT g.code FROM g ORDER BY g.code", ""},
      {"SELECT id FROM parcels ORDER BY id DESC", ""},  // a keyword here, though a column has the name
      {"SELECT id, parcels.desc FROM parcels ORDER BY id", "private-name"},
      {"SELECT id, \"desc\" FROM parcels ORDER BY id", "private-name"},
      {"SELECT code(id) FROM parcels ORDER BY id", ""},  // whether there is such a function is not for the text
  })));
}

TEST_CASE("A cut is of rows in a total order") {
  Check(GENERATE(values<Row>({
      {"SELECT id FROM parcels ORDER BY id LIMIT 1", ""},
      {"SELECT id FROM parcels LIMIT 1", "unordered-limit"},
      {"SELECT id FROM parcels ORDER BY zone LIMIT 1", "unordered-limit"},
      {"SELECT s.id FROM (SELECT id FROM parcels LIMIT 1) s ORDER BY s.id", "unordered-limit"},
      {"SELECT id FROM parcels WHERE id IN (SELECT owner_id FROM owners LIMIT 3) ORDER BY id", "unordered-limit"},
      {"SELECT id FROM parcels WHERE EXISTS (SELECT name FROM owners LIMIT 1) ORDER BY id", "unordered-limit"},
      {"SELECT id, (SELECT name FROM owners) AS n FROM parcels ORDER BY id", "unordered-limit"},
      {"SELECT id, (SELECT name FROM owners ORDER BY name) AS n FROM parcels ORDER BY id", ""},
      {"SELECT id, (SELECT zone FROM parcels ORDER BY area) AS n FROM owners ORDER BY owner_id", "unordered-limit"},
      {"SELECT id, (SELECT max(name) FROM owners) AS n FROM parcels ORDER BY id", ""},
      {"SELECT id, (SELECT name FROM owners o WHERE o.owner_id = p.owner_id) AS n FROM parcels p ORDER BY id", ""},
      {"SELECT id, (SELECT name FROM owners o WHERE o.owner_id > p.owner_id) AS n FROM parcels p ORDER BY id",
       "unordered-limit"},
      {"SELECT id, (SELECT q.id FROM parcels q WHERE q.owner_id = p.owner_id) AS n FROM parcels p ORDER BY id",
       "unordered-limit"},
      {"SELECT id FROM parcels WHERE EXISTS (SELECT 1 FROM owners) ORDER BY id", ""},
      {"SELECT id FROM parcels WHERE owner_id IN (SELECT owner_id FROM owners) ORDER BY id", ""},
  })));
}

TEST_CASE("The same holds for every view that is reached") {
  Check(GENERATE(values<Row>({
      {"SELECT id FROM v_pub ORDER BY id", ""},
      {"SELECT id FROM v_use ORDER BY id", "refused-word"},
      {"SELECT id FROM v_over ORDER BY id", "refused-word"},
      {"SELECT id FROM 'V_Over' ORDER BY id", "refused-word"},
      {"SELECT id FROM parcels WHERE id IN v_use ORDER BY id", "refused-word"},
      {"SELECT id FROM v_main ORDER BY id", "qualified-name"},
      {"SELECT id FROM v_cut ORDER BY id", "unordered-limit"},
      {"SELECT id FROM v_rank ORDER BY id", "unordered-window"},
      {"SELECT id FROM v_cte ORDER BY id", "unused-cte"},
      {"SELECT count(*) FROM v_coll", "unknown-collation"},
  })));
}

TEST_CASE("A finding says where it is") {
  const Schema schema = SchemaOf(kDdl);
  const auto direct =
      FindingsOf("SELECT p.id FROM parcels p JOIN owners USING (owner_id) ORDER BY p.id", schema, kTables);
  REQUIRE(direct.size() == 1);
  CHECK(direct[0].offset == 39U);
  CHECK(direct[0].subject == "USING");
  const auto in_view = FindingsOf("SELECT id FROM v_over ORDER BY id", schema, kTables);
  REQUIRE(in_view.size() == 1);
  CHECK_FALSE(in_view[0].offset.has_value());
  CHECK(in_view[0].message.rfind("in view v_use: ", 0) == 0);
}

TEST_CASE("A query that delivers no order needs none") {
  const Schema schema = SchemaOf(kDdl);
  CHECK(FindingsOf("SELECT zone FROM parcels", schema, kTables, false).empty());
  CHECK(RulesOf(FindingsOf("SELECT zone FROM parcels", schema, kTables, true)) == "unordered-rows");
}

TEST_CASE("A view whose text cannot be followed is refused") {
  Schema schema = SchemaOf(kDdl);
  for (const char* sql :
       {"CREATE VIEW v_pub AS PRAGMA x", "", "CREATE VIEW v_pub AS SELECT id FROM parcels; SELECT 1"}) {
    CAPTURE(sql);
    schema.objects.at("v_pub").sql = sql;
    CHECK(RulesOf(FindingsOf("SELECT count(*) FROM v_pub", schema, kTables)) == "sql-error");
  }
}

TEST_CASE("Any sequence of tokens is judged without harm") {
  const Schema schema = SchemaOf(kDdl);
  constexpr std::array kPieces{"SELECT",   "FROM",
                               "WHERE",    "GROUP BY",
                               "ORDER BY", "LIMIT",
                               "(",        ")",
                               "(",        ")",
                               ",",        ".",
                               "*",        "AS",
                               "JOIN",     "LEFT",
                               "ON",       "USING",
                               "WITH",     "VALUES",
                               "UNION",    "ALL",
                               "OVER",     "WINDOW",
                               "FILTER",   "PARTITION BY",
                               "ROWS",     "CASE",
                               "END",      "AND",
                               "BETWEEN",  "IN",
                               "EXISTS",   "CAST",
                               "=",        "1",
                               "'s'",      ":p",
                               "id",       "parcels",
                               "p",        "\"q\"",
                               "v_pub",    "count",
                               "max",      "COLLATE",
                               "NOCASE",   "DESC",
                               "NULLS",    "LAST",
                               "DISTINCT", "RECURSIVE",
                               "NOT",      "INDEXED",
                               ";",        "HAVING",
                               "IS",       "main",
                               "x'0",      "/*",
                               "OFFSET"};
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string sql = random() % 4 == 0 ? "" : "SELECT id FROM parcels p ";
    for (std::size_t length = random() % 30; length > 0; --length) {
      sql += kPieces[random() % kPieces.size()];
      sql += ' ';
    }
    Schema changed = schema;
    changed.objects.at("v_pub").sql = "CREATE VIEW v_pub AS " + sql;
    FindingsOf(sql, changed, kTables);
    FindingsOf("SELECT id FROM v_pub ORDER BY id", changed, kTables);
  }
  CHECK(
      RulesOf(FindingsOf("SELECT " + std::string(5000, '(') + "1" + std::string(5000, ')'), schema, kTables)).empty());
  std::string nested;
  for (int depth = 0; depth < 400; ++depth) nested += "SELECT (";
  CHECK(RulesOf(FindingsOf(nested + "SELECT 1" + std::string(400, ')'), schema, kTables)) == "sql-error");
  std::string chain = "WITH c0 AS (SELECT 1 AS id)";
  for (int i = 1; i < 60; ++i) {
    const std::string last = "c" + std::to_string(i - 1);
    chain += ", c" + std::to_string(i) + " AS (SELECT a.id FROM " + last + " a JOIN " + last + " b ON a.id = b.id)";
  }
  CHECK(RulesOf(FindingsOf(chain + " SELECT id FROM c59 ORDER BY id", schema, kTables)).empty());
}

}  // namespace
}  // namespace querygate::sqlite
