// The ceiling: what a source's policy compiles to, and what is wrong with a bad one.
#include <catch2/catch.hpp>

#include "tests/unit/policy/compile_fixture.h"

namespace querygate {
namespace {

using testing::Apply;
using testing::CompileSourceText;
using testing::Describe;
using testing::kSource;

}  // namespace

TEST_CASE("a source's policy is a ceiling", "[compile]") {
  const auto compiled = CompileSourceText(kSource);
  CHECK(Describe(compiled.diagnostics).empty());
  REQUIRE(compiled.value != nullptr);
  CHECK(compiled.value->ceiling.FindColumn("ITEMS", "ID") != nullptr);
  CHECK(compiled.value->ceiling.FindColumn("items", "store") == nullptr);
  CHECK(compiled.value->ceiling.recursion() == nullptr);
  CHECK(compiled.value->large == std::vector<std::string>{"items"});
  CHECK(compiled.value->schema_sql == testing::kSchema);
}

TEST_CASE("mistakes of a source's policy", "[compile]") {
  struct Case {
    std::string from, to, rule, words;
  };
  const std::vector<Case> cases = {
      {"backend: sqlite", "backend: sqlight", "invalid-value", "sqlight"},
      {"marks: [seen, label, rowid]", "MARKS: [seen]\n  marks: [label]", "duplicate-name", "marks"},
      {"[seen, label, rowid]", "[seen, label, Seen]", "duplicate-name", "Seen"},
      {"[count, sum]", "[count, COUNT]", "duplicate-name", "COUNT"},
      {"  items: { store: store }", "  item: { store: store }", "invalid-row-scope", "item"},
      {"{ store: store }", "{ store: store, STORE: store }", "duplicate-name", "STORE"},
      {"large: [items]", "large: [itmes]", "invalid-value", "itmes"},
      {"marks: [seen", "sqlite_schema: [sql]\n  marks: [seen", "reserved-name", "sqlite_schema"},
      {"marks: [seen", "SQLite_Master: [sql]\n  marks: [seen", "reserved-name", "SQLite_Master"},
  };
  for (const Case& row : cases) {
    DYNAMIC_SECTION(row.to) {
      const auto compiled = CompileSourceText(Apply(kSource, {{row.from, row.to}}));
      INFO(Describe(compiled.diagnostics));
      CHECK(compiled.value == nullptr);
      REQUIRE(compiled.diagnostics.size() == 1);
      CHECK(compiled.diagnostics[0].rule == row.rule);
      CHECK(testing::WordsAt(compiled.diagnostics[0]) == row.words);
      CHECK_FALSE(compiled.diagnostics[0].help.empty());
    }
  }
}

TEST_CASE("a source without a usable schema snapshot is refused", "[compile]") {
  const auto unreadable = CompileSourceText(kSource, std::nullopt);
  REQUIRE(unreadable.diagnostics.size() == 1);
  CHECK(unreadable.diagnostics[0].rule == "unreadable-file");
  CHECK(unreadable.value == nullptr);
  for (const std::string& schema : {std::string(), std::string(" \n\t"), std::string("CREATE TABLE t(a);\0x", 20)}) {
    const auto invalid = CompileSourceText(kSource, schema);
    REQUIRE(invalid.diagnostics.size() == 1);
    CHECK(invalid.diagnostics[0].rule == "invalid-schema");
  }
}

TEST_CASE("limits are positive", "[compile]") {
  const auto loaded = LoadLimits(
      std::make_shared<const SourceText>("l.yaml", "apiVersion: querygate/v1\nkind: Limits\ngroups: 1\n"), "l");
  REQUIRE(loaded.value != nullptr);
  CHECK(CheckLimits(*loaded.value).empty());
  LimitsDeclaration broken = *loaded.value;
  broken.values.groups->value = 0;
  const Diagnostics found = CheckLimits(broken);
  REQUIRE(found.size() == 1);
  CHECK(found[0].rule == "invalid-value");
  CHECK(found[0].position.line == 3);
}

}  // namespace querygate
