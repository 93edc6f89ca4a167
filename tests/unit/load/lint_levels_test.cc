#include <string>

#include <catch2/catch.hpp>

#include "engine/base/rule.h"
#include "tests/unit/load/load_support.h"

namespace querygate {
namespace {

using testing::MakeText;
using testing::Says;
using testing::Summaries;

Loaded<GatewayDeclaration> LoadLevels(const std::string& levels) {
  return LoadGateway(MakeText("apiVersion: querygate/v1\nkind: Gateway\nlint:\n  levels:\n    " + levels + "\n"), ".");
}

TEST_CASE("a deployment says how grave a rule's findings are") {
  const auto loaded =
      LoadLevels("select-star: off\n    QG204: { level: error, reason: we page }\n    unused-grant: note");
  CHECK(Summaries(loaded.diagnostics).empty());
  REQUIRE(loaded.value);
  const auto& levels = loaded.value->lint_levels;
  REQUIRE(levels.size() == 3);
  CHECK(levels[0].rule.value == "select-star");
  CHECK_FALSE(levels[0].severity);
  CHECK(levels[1].severity == Severity::kError);
  CHECK(levels[1].reason == "we page");
  CHECK(levels[2].severity == Severity::kNote);
}

TEST_CASE("mistakes in levels are found where they stand") {
  struct Case {
    std::string levels;
    std::vector<std::string> expected;
    std::string says;
  };
  const std::vector<Case> cases = {
      {"select-stra: off", {"invalid-value 5:5"}, "did you mean `select-star`?"},
      {"QG999: off", {"invalid-value 5:5"}, "there is no rule `QG999`"},
      {"select-star: none", {"invalid-value 5:18"}, "error, warning, note or off"},
      {"select-star: false", {"wrong-type 5:18"}, ""},
      {"select-star: [off]", {"wrong-type 5:18"}, ""},
      {"select-star: {}", {"missing-key 5:18"}, "`level`"},
      {"select-star: { level: off, why: x }", {"unknown-key 5:32"}, ""},
      {"select-star: off\n    QG302: note", {"duplicate-key 6:5"}, "names a rule that has a level already"},
      {"QG102: off", {"invalid-value 5:5"}, "has one level, error"},
      {"QG102: { level: warning, reason: known }", {"invalid-value 5:5"}, "`run` refuses what it finds"},
      {"yaml-syntax: note", {"invalid-value 5:5"}, "has one level, error"},
  };
  for (const Case& row : cases) {
    CAPTURE(row.levels);
    const Diagnostics diagnostics = LoadLevels(row.levels).diagnostics;
    CHECK(Summaries(diagnostics) == row.expected);
    CHECK(Says(diagnostics, row.says));
  }
}

TEST_CASE("what may be lowered follows from the table of rules") {
  for (const Rule& rule : Rules()) {
    CAPTURE(rule.id, rule.alias);
    const std::string id(rule.id);
    const bool enforced = IsEnforced(rule);
    CHECK(LoadLevels(id + ": off").diagnostics.empty() == (!enforced && !rule.security));
    CHECK(LoadLevels(id + ": { level: off, reason: known }").diagnostics.empty() == !enforced);
    CHECK(LoadLevels(id + ": error").diagnostics.empty());
  }
}

}  // namespace
}  // namespace querygate
