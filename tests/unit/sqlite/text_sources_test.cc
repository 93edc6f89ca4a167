// What generated columns and index expressions are said to be computed from.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/backend/sqlite/text_rules.h"
#include "text_fixture.h"

namespace querygate::sqlite {
namespace {

std::string Show(const ExpressionSources& sources) {
  if (!sources.understood) return "?";
  std::string shown;
  for (const std::string& column : sources.columns) shown += column + " ";
  shown += "|";
  for (const std::string& function : sources.functions) shown += " " + function;
  return shown;
}

TEST_CASE("Sources of a generated column") {
  struct Row {
    const char* definition;
    const char* sources;
  };
  const Row row = GENERATE(values<Row>({
      {"g AS (upper(Note))", "Note | upper"},
      {"g TEXT GENERATED ALWAYS AS (\"note\" || [a]) STORED", "Note a |"},
      {"g INT AS (a + 1) VIRTUAL CHECK (g > abs(a))", "a |"},
      {"g AS (h + 1), h AS (a * 2)", "a h |"},
      {"g AS (CAST(a AS Note))", "a |"},
      {"g AS (a COLLATE nocase)", "a |"},
      {"g AS (a LIKE 'note')", "a | like"},
      {"g AS (a ->> '$.x')", "a | ->>"},
      {"g AS (CASE WHEN a IS NOT NULL THEN true ELSE false END)", "a |"},
      {"g AS (substr(coalesce(a, 'x'), 1))", "a | coalesce substr"},
      {"g AS (\"abs\"(a))", "a | abs"},
      {"g AS (a IN (1, 2))", "a |"},
      {"g AS (1)", "|"},
      {"g /* AS (a) */ AS (note)", "Note |"},
  }));
  CAPTURE(row.definition);
  const Schema schema = SchemaOf("CREATE TABLE t(a, Note, " + std::string(row.definition) + ")");
  CHECK(Show(GeneratedColumnSources(*schema.Find("t"), "G")) == row.sources);
}

TEST_CASE("Text that cannot be followed gives no sources") {
  Schema schema = SchemaOf("CREATE TABLE t(a, g AS (a))");
  SchemaObject table = *schema.Find("t");
  CHECK(Show(GeneratedColumnSources(table, "a")) == "?");
  CHECK(Show(GeneratedColumnSources(table, "x")) == "?");
  for (const char* sql :
       {"", "CREATE TABLE t", "CREATE TABLE t(a, g AS (a)", "CREATE TABLE t(a, g AS (b))",
        "CREATE TABLE t(a, g AS (\"text\"))", "CREATE TABLE t(a, g AS (u.a))", "CREATE TABLE t(a, g AS ((SELECT a)))",
        "CREATE TABLE t(a, g AS (a) AS (1))", "CREATE TABLE t(a, g AS (a)) /*", "CREATE VIEW t(a, g AS (a))"}) {
    CAPTURE(sql);
    table.sql = sql;
    CHECK(Show(GeneratedColumnSources(table, "g")) == "?");
  }
}

TEST_CASE("Sources of an index") {
  struct Row {
    const char* index;
    const char* sources;
  };
  const Row row = GENERATE(values<Row>({
      {"CREATE INDEX i ON t(a, Note DESC)", "Note a |"},
      {"CREATE INDEX i ON t(lower(note), a COLLATE NOCASE)", "Note a | lower"},
      {"CREATE UNIQUE INDEX i ON t(abs(g)) WHERE length(note) > 1", "a g | abs"},
      {"CREATE INDEX i ON t(g)", "a g |"},
  }));
  CAPTURE(row.index);
  const Schema schema = SchemaOf("CREATE TABLE t(a, Note, g AS (a)); " + std::string(row.index));
  const SchemaObject& table = *schema.Find("t");
  REQUIRE(table.indexes.size() == 1);
  CHECK(Show(IndexExpressionSources(table, table.indexes.front())) == row.sources);
}

}  // namespace
}  // namespace querygate::sqlite
