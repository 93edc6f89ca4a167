// Sources over files: what their tables compile to, and every mistake in them with the words that it is about.
#include <catch2/catch.hpp>

#include <string>

#include "tests/cases.h"
#include "tests/unit/policy/compile_fixture.h"

namespace querygate {
namespace {

using testing::CompileSourceText;
using testing::Describe;
using testing::WordsAt;

std::string Source(const std::string& columns, const std::string& rest = "format: csv") {
  return "apiVersion: querygate/v1\nkind: Source\nbackend: files\ntables:\n  t: { " + rest + ", columns: { " + columns +
         " } }\n";
}

TEST_CASE("tables of files are a schema and a ceiling", "[policy]") {
  const auto compiled = CompileSourceText(
      Source("order: { type: date }, id: { type: integer }, fee: { type: decimal, scale: 2, nullable: true }, "
             "at: { type: timestamp, store: unix_ms }, on: { type: boolean }, rate: { type: real }, "
             "exact: { type: decimal, scale: 3, store: text, field: Exact value }",
             "format: csv, key: [order, id]"),
      std::nullopt);
  INFO(Describe(compiled.diagnostics));
  REQUIRE(compiled.value);
  const CompiledSource& source = *compiled.value;
  CHECK(source.schema_sql ==
        "CREATE TABLE \"t\" (\n  \"order\" TEXT NOT NULL,\n  \"id\" INTEGER NOT NULL,\n  \"fee\" INTEGER,\n"
        "  \"at\" INTEGER NOT NULL,\n  \"on\" INTEGER NOT NULL,\n  \"rate\" REAL NOT NULL,\n  \"exact\" TEXT NOT NULL,\n"
        "  PRIMARY KEY (\"order\", \"id\")\n);\n");
  CHECK(source.ceiling.FindColumn("t", "fee") != nullptr);
  CHECK(source.ceiling.FindColumn("t", "other") == nullptr);
  REQUIRE(source.tables.size() == 1);
  CHECK(source.tables.front().columns.back().field == "Exact value");
  CHECK(source.tables.front().columns[2].precision == 18);
  CHECK(source.tables.front().columns.back().precision == 38);
  CHECK(source.inputs.files == 1000);
}

TEST_CASE("what decides how a file is read is in the digest", "[policy]") {
  const std::string base = CompileSourceText(Source("a: { type: text }"), std::nullopt).value->digest;
  for (const std::string& other :
       {Source("a: { type: date }"), Source("a: { type: text, nullable: true }"), Source("a: { type: text, field: b }"),
        Source("a: { type: text, folder: a }"), Source("a: { type: text }", "format: tsv"),
        Source("a: { type: text }", "format: csv, header: false"), Source("a: { type: text }") + "inputs: { rows: 5 }\n"}) {
    const auto compiled = CompileSourceText(other, std::nullopt);
    INFO(Describe(compiled.diagnostics));
    REQUIRE(compiled.value);
    CHECK(compiled.value->digest != base);
  }
}

struct Mistake {
  std::string source, rule, words;
};

TEST_CASE("each mistake in a table of files is told where it is", "[policy]") {
  const Mistake mistakes[] = {
      {Source("A: { type: text }"), "invalid-value", "A"},
      {Source("a: { type: blob }"), "invalid-value", "blob"},
      {Source("a: { type: decimal }"), "missing-key", "decimal"},
      {Source("a: { type: text, scale: 2 }"), "invalid-type-option", "2"},
      {Source("a: { type: integer, precision: 2 }"), "invalid-type-option", "2"},
      {Source("a: { type: decimal, scale: 2, precision: 19 }"), "invalid-value", "19"},
      {Source("a: { type: decimal, scale: 2, precision: 39, store: text }"), "invalid-value", "39"},
      {Source("a: { type: decimal, scale: 5, precision: 4 }"), "invalid-value", "5"},
      {Source("a: { type: decimal, scale: 2, store: real }"), "invalid-type-option", "real"},
      {Source("a: { type: timestamp, store: native }"), "invalid-type-option", "native"},
      {Source("a: { type: text, store: text }"), "invalid-type-option", "text"},
      {Source("a: { type: text }, b: { type: text, field: a }"), "duplicate-name", "a"},
      {Source("a: { type: text, position: 1 }"), "invalid-value", "1"},
      {Source("a: { type: text, field: b }", "format: csv, header: false"), "invalid-value", "b"},
      {Source("a: { type: text, position: 2001 }", "format: csv, header: false"), "invalid-value", "2001"},
      {Source("a: { type: text, position: 1 }, b: { type: text, position: 1 }", "format: csv, header: false"),
       "duplicate-name", "1"},
      {Source("a: { type: text, folder: a, field: b }"), "invalid-value", "a"},
      {Source("a: { type: text, folder: 'a=b' }"), "invalid-value", "'a=b'"},
      {Source("a: { type: text }", "format: json, header: true"), "invalid-value", "true"},
      {Source("a: { type: text }", "format: csv, key: [b]"), "invalid-value", "b"},
      {Source("a: { type: text, nullable: true }", "format: csv, key: [a]"), "invalid-value", "a"},
      {Source("a: { type: text }") + "inputs: { nesting: 1001 }\n", "invalid-value", "1001"},
      {Source("a: { type: text }") + "large: [u]\n", "invalid-value", "u"},
  };
  testing::CaseCount count("mistakes in tables of files");
  for (const Mistake& mistake : mistakes) {
    const auto compiled = CompileSourceText(mistake.source, std::nullopt);
    INFO(mistake.source << Describe(compiled.diagnostics));
    REQUIRE(compiled.diagnostics.size() == 1);
    CHECK(compiled.value == nullptr);
    CHECK(count.Add(compiled.diagnostics.front().rule == mistake.rule &&
                    WordsAt(compiled.diagnostics.front()) == mistake.words));
  }
}

}  // namespace
}  // namespace querygate
