// Advice that rests on facts about the compiled statement, made by hand: each rule with what it finds and what it
// leaves alone.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/unit/lint/lint_fixture.h"

namespace querygate {
namespace {

using testing::CleanInspection;
using testing::Describe;
using testing::Edit;
using testing::MustCompile;
using testing::Only;
using testing::WordsAt;

constexpr std::size_t kMark = 0;    // `mark`: SELECT seen, label FROM marks
constexpr std::size_t kSizes = 1;   // `sizes`: grouped
constexpr std::size_t kRecent = 2;  // `recent`: two variants, delivered

// The words that one rule points at, with the facts of a query's first statement changed.
template <typename Change>  // (StatementFacts&, const std::string& sql)
std::vector<std::string> Found(const std::string& rule, std::size_t query, const Change& change,
                               const std::vector<Edit>& edits = {}) {
  const auto report = MustCompile(edits);
  Inspection inspection = CleanInspection(*report);
  change(inspection.queries.at(query).at(0), report->queries.at(query).statements.at(0).sql);
  const Diagnostics found = Only(LintReport(*report, inspection), rule);
  std::vector<std::string> words;
  for (const Diagnostic& diagnostic : found) {
    CHECK_FALSE(diagnostic.help.empty());
    words.push_back(WordsAt(diagnostic));
  }
  return words;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("only tables that the source calls large must not be walked through", "[lint]") {
  const auto scan = [](std::vector<std::string> tables) {
    return [tables](StatementFacts& facts, const std::string&) { facts.scanned = tables; };
  };
  CHECK(Found("large-table-scan", kSizes, scan({"Items"})) == Words{"items"});
  CHECK(Found("large-table-scan", kMark, scan({"marks"})).empty());
  CHECK(Found("large-table-scan", kSizes, scan({})).empty());
}

TEST_CASE("a sort is worth a note where a large table is read", "[lint]") {
  const auto sorts = [](StatementFacts& facts, const std::string&) { facts.sorts = true; };
  CHECK(Found("temporary-sort", kMark, sorts).size() == 1);  // the fixture puts every use there, items among them
  CHECK(Found("temporary-sort", kSizes, sorts).empty());
  CHECK(Found("temporary-sort", kMark, [](StatementFacts&, const std::string&) {}).empty());
}

TEST_CASE("an index that is built for one statement is found", "[lint]") {
  CHECK(Found("automatic-index", kSizes, [](StatementFacts& facts, const std::string&) {
          facts.automatic_index = true;
        }).size() == 1);
  CHECK(Found("automatic-index", kSizes, [](StatementFacts&, const std::string&) {}).empty());
}

TEST_CASE("a text in the place of a column is found at the text", "[lint]") {
  const std::vector<Edit> edits = {{"SELECT seen, label FROM marks", "SELECT seen, label FROM marks ORDER BY 'seen'"}};
  CHECK(Found(
            "string-for-column", kMark,
            [](StatementFacts& facts, const std::string& sql) {
              facts.misplaced_texts = {{sql.find("'seen'"), "marks.seen"}};
            },
            edits) == Words{"'seen'"});
}

TEST_CASE("a count of a column that may be NULL is found", "[lint]") {
  const auto count = [](AggregateCall call) {
    return [call](StatementFacts& facts, const std::string& sql) {
      facts.aggregates = {call};
      facts.aggregates[0].offset = sql.find("SELECT");
    };
  };
  const SchemaColumnUse nullable{"marks", "label", Affinity::kText, true};
  const SchemaColumnUse present{"marks", "label", Affinity::kText, false};
  CHECK(Found("nullable-count", kMark, count({.function = "count", .argument = nullable})) == Words{"SELECT"});
  CHECK(Found("nullable-count", kMark, count({.function = "count", .argument = present})).empty());
  CHECK(Found("nullable-count", kMark, count({.function = "count"})).empty());
  CHECK(Found("nullable-count", kMark, count({.function = "count", .distinct = true, .argument = nullable})).empty());
  CHECK(Found("nullable-count", kMark, count({.function = "sum", .argument = nullable})).empty());
}

namespace {

// The facts of a call that makes the column `name`.
auto Makes(const std::string& name, AggregateCall call) {
  return [name, call](StatementFacts& facts, const std::string& sql) {
    facts.columns = {{.name = "other"}, {.name = name}};
    facts.aggregates = {call};
    facts.aggregates[0].offset = sql.find("SELECT");
    facts.aggregates[0].result = 1;
  };
}

SchemaColumnUse Holding(Affinity affinity) { return {"", "", affinity, false}; }

}  // namespace

TEST_CASE("an exact column that is computed through a double is found", "[lint]") {
  const std::string rule = "inexact-aggregate";
  CHECK(Found(rule, kSizes, Makes("size", {.function = "avg"})).size() == 1);
  CHECK(Found(rule, kSizes, Makes("size", {.function = "total"})).size() == 1);
  CHECK(Found(rule, kSizes, Makes("cost", {.function = "total"})).size() == 1);
  CHECK(Found(rule, kSizes, Makes("cost", {.function = "sum", .argument = Holding(Affinity::kReal)})).size() == 1);
  CHECK(Found(rule, kSizes, Makes("cost", {.function = "sum", .argument = Holding(Affinity::kNumeric)})).size() == 1);
  CHECK(Found(rule, kSizes, Makes("cost", {.function = "sum", .argument = Holding(Affinity::kInteger)})).empty());
  CHECK(Found(rule, kSizes, Makes("cost", {.function = "sum"})).empty());
  CHECK(Found(rule, kSizes, Makes("size", {.function = "max"})).empty());
  CHECK(Found(rule, kSizes, Makes("zone", {.function = "avg"})).empty());
  CHECK(Found(rule, kSizes, Makes("missing", {.function = "avg"})).empty());
  CHECK(Found(rule, kSizes, Makes("size", {.function = "avg"}),
              {{"size: { type: integer, min: 0 }", "size: { type: real, min: 0 }"},
               {"size_sum: { sum: size, max: 1000, reason: too_large }", "size_sum: { count: size }"},
               {"largest: { max: size }", "largest: { count: size }"}})
            .empty());
}

TEST_CASE("a sum whose contract leaves 64 bits open is found", "[lint]") {
  const std::string rule = "sum-overflow";
  const AggregateCall sum{.function = "sum"};
  CHECK(Found(rule, kSizes, Makes("size", sum)).size() == 1);  // min alone
  CHECK(Found(rule, kSizes, Makes("size", sum), {{"integer, min: 0 }", "integer, max: 9 }"}}).size() == 1);
  CHECK(Found(rule, kSizes, Makes("size", sum), {{"integer, min: 0 }", "integer, min: 0, max: 9 }"}}).empty());
  CHECK(Found(rule, kSizes, Makes("size", {.function = "count"})).empty());
  CHECK(Found(rule, kSizes, Makes("cost", sum)).empty());
  CHECK(Found(rule, kSizes, Makes("size", {.function = "sum", .argument = Holding(Affinity::kReal)})).empty());
}

namespace {

const std::string kSum = "size_sum: { sum: size, max: 1000, reason: too_large }";
const std::string kLargest = "largest: { max: size }";
const Edit kNarrowSum{kSum, "size_sum: { sum: size, min: 0, max: 1000, reason: too_large }"};
const Edit kNoLargest{kLargest, "biggest: { count: size }"};

Words Unstated(std::vector<Edit> edits) {
  return Found(
      "unstated-encoding", kRecent, [](StatementFacts&, const std::string&) {}, edits);
}

}  // namespace

TEST_CASE("a delivered integer beyond 2^53 says how it is encoded", "[lint]") {
  const auto unstated = [](const std::string& id) {
    return Unstated({kNarrowSum, kNoLargest, {"id: { type: integer, min: 1, max: 1000 }", "id: { " + id + " }"}});
  };
  CHECK(unstated("type: integer, min: 1, max: 9007199254740991").empty());
  CHECK(unstated("type: integer, min: 1, max: 9007199254740992") == Words{"id"});
  CHECK(unstated("type: integer") == Words{"id"});
  CHECK(unstated("type: integer, encode: decimal_string").empty());
  // Told as a sum already.
  CHECK(Found("unstated-encoding", kRecent, Makes("id", {.function = "sum"}),
              {kNarrowSum, kNoLargest, {"id: { type: integer, min: 1, max: 1000 }", "id: { type: integer }"}})
            .empty());
}

TEST_CASE("a total beyond 2^53 says how it is encoded", "[lint]") {
  CHECK(Unstated({kNarrowSum, kNoLargest}).empty());  // the grouped column itself is not delivered
  CHECK(Unstated({kNoLargest}) == Words{"size_sum"});
  CHECK(Unstated({kNarrowSum}) == Words{"largest"});
  CHECK(Unstated({{kSum, "size_sum: { sum: size, encode: decimal_string, reason: too_large }"}, kNoLargest}).empty());
  CHECK(Unstated({kNarrowSum,
                  {"size: { type: integer, min: 0 }", "size: { type: integer, min: 0, encode: decimal_string }"}})
            .empty());  // the greatest of a column is encoded as the column is
}

TEST_CASE("a column that cannot hold what its contract asks for is found", "[lint]") {
  const std::string rule = "column-type-mismatch";
  const auto stored = [](const std::string& name, Affinity affinity, const std::string& type) {
    return [=](StatementFacts& facts, const std::string&) {
      facts.columns = {
          {.name = name, .declared_type = type, .origin_table = "items", .origin_column = name, .affinity = affinity}};
    };
  };
  struct Case {
    std::string name, type;
    Affinity affinity;
    std::size_t found;
  };
  const std::vector<Case> cases = {
      {"size", "REAL", Affinity::kReal, 1},
      {"size", "TEXT", Affinity::kText, 1},
      {"size", "INTEGER", Affinity::kInteger, 0},
      {"size", "NUMERIC", Affinity::kNumeric, 0},
      {"size", "", Affinity::kNone, 0},
      {"zone", "TEXT", Affinity::kText, 0},
      {"zone", "STRING", Affinity::kNumeric, 1},
      {"zone", "INTEGER", Affinity::kInteger, 1},
      {"zone", "DATETIME", Affinity::kNumeric, 0},
      {"cost", "REAL", Affinity::kReal, 1},
      {"cost", "INTEGER", Affinity::kInteger, 0},
      {"cost", "TEXT", Affinity::kText, 1},
      {"unnamed", "REAL", Affinity::kReal, 0},
  };
  for (const Case& row : cases) {
    CAPTURE(row.name, row.type);
    CHECK(Found(rule, kSizes, stored(row.name, row.affinity, row.type)).size() == row.found);
  }
  const std::vector<Edit> real = {
      {"size: { type: integer, min: 0 }", "size: { type: real, min: 0 }"},
      {"size_sum: { sum: size, max: 1000, reason: too_large }", "size_sum: { count: size }"},
      {"largest: { max: size }", "largest: { count: size }"}};
  CHECK(Found(rule, kSizes, stored("size", Affinity::kInteger, "INTEGER"), real).size() == 1);
  CHECK(Found(rule, kSizes, stored("size", Affinity::kReal, "REAL"), real).empty());
  CHECK(Found(rule, kMark, stored("seen", Affinity::kText, "TEXT")).size() == 1);  // unix_s
}

TEST_CASE("a description that tells nothing is found", "[lint]") {
  const auto as_is = [](StatementFacts&, const std::string&) {};
  const auto report = [&](const std::string& text) {
    return Found("useless-description", kMark, as_is, {{"description: Items of a shop.", "description: " + text}})
        .size();
  };
  const std::size_t clean = report("What the shop has in stock, by zone.");
  CHECK(report("What this shop has.") == clean);
  CHECK(report("What this shop.") == clean + 1);
  CHECK(report("The items.") == clean + 1);  // the title
  CHECK(report("TODO say what this is for") == clean + 1);
  CHECK(report("'...'") == clean + 1);
  CHECK(report("Alle Artikel des Ladens.") == clean);
  const auto parameter = [&](const std::string& text) {
    return Found("useless-description", kMark, as_is, {{"description: Rows.", "description: " + text}}).size();
  };
  CHECK(parameter("Most rows to return.") == clean);
  CHECK(parameter("The limit.") == clean + 1);
  CHECK(parameter("tbd") == clean + 1);
  CHECK(parameter("Description") == clean + 1);
}

}  // namespace querygate
