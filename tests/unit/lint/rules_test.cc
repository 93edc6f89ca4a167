// Advice: each rule with what it finds and what it leaves alone.
#include "engine/lint/rules/rules.h"

#include <catch2/catch.hpp>

#include "engine/base/rule.h"
#include "tests/unit/lint/lint_fixture.h"

namespace querygate {
namespace {

using testing::CleanInspection;
using testing::Describe;
using testing::Edit;
using testing::MustCompile;
using testing::Only;
using testing::WordsAt;

const std::string kSelectMark = "SELECT seen, label FROM marks";

Diagnostics Lint(const std::vector<Edit>& edits, const testing::Policies& policies = {}) {
  const auto report = MustCompile(edits, policies);
  return LintReport(*report, CleanInspection(*report));
}

struct SqlCase {
  std::string sql;
  std::vector<std::string> words;  // under the carets
};

void CheckSql(const std::string& rule, const std::vector<SqlCase>& cases) {
  for (const SqlCase& row : cases) {
    INFO(row.sql);
    const Diagnostics found = Only(Lint({{kSelectMark, row.sql}}), rule);
    INFO(Describe(found));
    std::vector<std::string> words;
    for (const Diagnostic& diagnostic : found) words.push_back(WordsAt(diagnostic));
    CHECK(words == row.words);
    for (const Diagnostic& diagnostic : found) CHECK_FALSE(diagnostic.help.empty());
  }
}

}  // namespace

TEST_CASE("every lint rule is in the rule table, as advice", "[lint]") {
  for (const lint::LintRule& rule : lint::LintRules()) {
    INFO(rule.alias);
    const Rule* found = FindRule(rule.alias);
    REQUIRE(found != nullptr);
    CHECK(found->severity != Severity::kError);
  }
}

TEST_CASE("LIMIT at the top level is found", "[lint]") {
  CheckSql("limit-in-sql", {
                               {"SELECT seen, label FROM marks LIMIT 5", {"LIMIT"}},
                               {"SELECT seen, label FROM marks limit 5", {"limit"}},
                               {"SELECT seen, label FROM (SELECT seen, label FROM marks LIMIT 5)", {}},
                               {"SELECT seen, 'LIMIT' AS label FROM marks -- LIMIT", {}},
                               {"SELECT seen, \"limit\" FROM marks", {}},
                           });
}

TEST_CASE("a star that stands for columns is found", "[lint]") {
  CheckSql("select-star", {
                              {"SELECT * FROM marks", {"*"}},
                              {"SELECT DISTINCT * FROM marks", {"*"}},
                              {"SELECT marks.* FROM marks", {"*"}},
                              {"SELECT seen, * FROM marks", {"*"}},
                              {"SELECT seen FROM (SELECT * FROM marks)", {"*"}},
                              {"SELECT count(*) FROM marks", {}},
                              {"SELECT seen * 2, label FROM marks", {}},
                              {"SELECT (seen) * 2, :state FROM marks", {}},
                          });
}

TEST_CASE("functions whose answer changes are found", "[lint]") {
  CheckSql("nondeterministic-function",
           {
               {"SELECT random() FROM marks", {"random"}},
               {"SELECT RANDOMBLOB(4) FROM marks", {"RANDOMBLOB"}},
               {"SELECT date('now'), date('Now', '-1 day') FROM marks", {"date", "date"}},
               {"SELECT datetime() FROM marks", {"datetime"}},
               {"SELECT strftime('%s', 'now'), strftime('%s') FROM marks", {"strftime", "strftime"}},
               {"SELECT datetime(seen, 'unixepoch', 'LocalTime') FROM marks", {"datetime"}},
               {"SELECT strftime('%H', seen, 'utc') FROM marks", {"strftime"}},
               {"SELECT datetime(seen, 'unixepoch'), upper('localtime') FROM marks", {}},
               {"SELECT CURRENT_TIMESTAMP FROM marks", {"CURRENT_TIMESTAMP"}},
               {"SELECT date(seen, 'start of month'), strftime('%Y', seen) FROM marks", {}},
               {"SELECT random FROM marks", {}},
               {"SELECT 'random()', date FROM marks", {}},
               {"SELECT upper('now') FROM marks", {}},
           });
}

TEST_CASE("reports and parameters say what they are for", "[lint]") {
  CHECK(Only(Lint({}), "missing-description").empty());
  const auto parameter = Only(Lint({{", description: Rows.", ""}}), "missing-description");
  REQUIRE(parameter.size() == 1);
  CHECK(WordsAt(parameter[0]) == "limit");
  CHECK(Only(Lint({{"[size, name], default: size, description: Order.",
                    "{ size: by size, name: by zone }, default: size"}}),
             "missing-description")
            .empty());
  CHECK(Only(Lint({{"[size, name], default: size, description: Order.", "[size, name], default: size"}}),
             "missing-description")
            .size() == 1);
}

TEST_CASE("an unscoped table beside scoped ones is found", "[lint]") {
  const auto found = Only(Lint({}), "unscoped-table");
  REQUIRE(found.size() == 1);
  CHECK(WordsAt(found[0]) == "marks");
  testing::Policies unscoped;
  unscoped.source = testing::Apply(unscoped.source, {{"row_scope:\n  items: { store: store }\n", ""}});
  CHECK(Only(Lint({}, unscoped), "unscoped-table").empty());
}

TEST_CASE("grants that nothing uses are found, unless a statement was refused", "[lint]") {
  const auto report = MustCompile({{"functions: [count]", "functions: [count, sum]"}});
  Inspection inspection = CleanInspection(*report);
  CHECK(Only(LintReport(*report, inspection), "unused-grant").empty());

  auto& uses = inspection.queries[0][0].uses;
  std::erase_if(
      uses, [](const AccessUse& use) { return use.object == "marks" || use.column == "tag" || use.object == "sum"; });
  const auto found = Only(LintReport(*report, inspection), "unused-grant");
  INFO(Describe(found));
  REQUIRE(found.size() == 3);
  CHECK(WordsAt(found[0]) == "tag");
  CHECK(WordsAt(found[1]) == "marks");
  CHECK(WordsAt(found[2]) == "sum");

  // A use in any statement of any query counts, in any case.
  inspection.queries[2][1].uses = {{AccessUse::Kind::kColumn, "MARKS", "Seen"},
                                   {AccessUse::Kind::kColumn, "marks", "LABEL"},
                                   {AccessUse::Kind::kFunction, "SUM", {}},
                                   {AccessUse::Kind::kColumn, "Items", "TAG"}};
  CHECK(Only(LintReport(*report, inspection), "unused-grant").empty());
  inspection.queries[2][1].uses.clear();
  inspection.queries[1][0].violations.push_back({"sql-error", "broken", "", std::nullopt, ""});
  CHECK(Only(LintReport(*report, inspection), "unused-grant").empty());
}

}  // namespace querygate
