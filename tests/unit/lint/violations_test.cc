// What the gate found, told at the author's own words.
#include <catch2/catch.hpp>

#include "tests/unit/lint/lint_fixture.h"

namespace querygate {
namespace {

using testing::CleanInspection;
using testing::MustCompile;
using testing::WordsAt;

constexpr std::size_t kSizes = 1;  // the query with a list

Diagnostics LintWith(const CompiledReport& report, std::size_t query, std::vector<Violation> violations) {
  Inspection inspection = CleanInspection(report);
  inspection.queries[query][0].violations = std::move(violations);
  Diagnostics errors;  // advice is for another test
  for (Diagnostic& diagnostic : LintReport(report, inspection)) {
    if (diagnostic.severity == Severity::kError) errors.push_back(std::move(diagnostic));
  }
  return errors;
}

}  // namespace

TEST_CASE("an offset behind an expanded list still finds the author's word", "[lint]") {
  const auto report = MustCompile({});
  const std::string& sql = report->queries[kSizes].statements[0].sql;
  const std::size_t price = sql.find("price <=");
  const auto found =
      LintWith(*report, kSizes, {{"unlisted-column", "the SQL reads items.price", "", price, "items.price"}});
  REQUIRE(found.size() == 1);
  CHECK(WordsAt(found[0]) == "price");
  CHECK(found[0].line_text.find("AND tag IN (:tags)") != std::string::npos);
  CHECK(found[0].severity == Severity::kError);
}

TEST_CASE("the help says whether the source exposes what is missing", "[lint]") {
  struct Case {
    std::string rule, subject, help;
  };
  const std::vector<Case> cases = {
      {"unlisted-column", "items.cost", "add `cost` to allow.tables.items, or do not read it"},
      {"unlisted-column", "ITEMS.Cost", "add `Cost` to allow.tables.ITEMS, or do not read it"},
      {"unlisted-column", "items.secret",
       "source `shop` does not expose `items.secret`; no report can read it unless the source's policy changes"},
      {"unlisted-table", "hidden",
       "source `shop` does not expose `hidden`; no report can read it unless the source's policy changes"},
      {"unlisted-table", "items", "add `items: []` to allow.tables, or do not read it"},
      {"unlisted-function", "sum", "add `sum` to allow.functions, or do not call it"},
      {"unlisted-function", "load_extension",
       "source `shop` does not permit `load_extension`; no report can call it unless the source's policy changes"},
      {"refused-word", "USING", "the gate's own help"},
      {"unlisted-column", "", "the gate's own help"},
  };
  const auto report = MustCompile({});
  for (const Case& row : cases) {
    INFO(row.rule << " " << row.subject);
    const auto found = LintWith(*report, 0, {{row.rule, "message", "the gate's own help", 7, row.subject}});
    REQUIRE(found.size() == 1);
    CHECK(found[0].rule == row.rule);
    CHECK(found[0].help == row.help);
  }
}

TEST_CASE("a fault is told once, where it is best placed", "[lint]") {
  const auto report = MustCompile({});
  const std::string& sql = report->queries[0].statements[0].sql;
  const auto found = LintWith(*report, 0,
                              {{"unlisted-column", "seen by the program", "", std::nullopt, "marks.LABEL"},
                               {"unlisted-column", "seen by an event", "", sql.find("label"), "marks.label"},
                               {"unlisted-column", "seen again", "", sql.find("FROM"), "marks.label"},
                               {"unlisted-column", "another", "", std::nullopt, "marks.other"}});
  REQUIRE(found.size() == 2);
  CHECK(found[0].message == "another");
  CHECK(found[1].message == "seen by an event");
  CHECK(WordsAt(found[1]) == "label");
}

TEST_CASE("an inspection that does not fit the report is no reason to crash", "[lint]") {
  const auto report = MustCompile({});
  Inspection inspection;
  inspection.queries.resize(9);
  inspection.queries[0].resize(4);
  LintReport(*report, inspection);
  const auto found = LintWith(*report, 0, {{"sql-error", "late", "", 1'000'000, ""}});
  REQUIRE(found.size() == 1);
}

}  // namespace querygate
