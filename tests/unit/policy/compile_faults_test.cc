// Every mistake of an author: its rule, and the words that the caret stands under.
#include <catch2/catch.hpp>

#include "tests/unit/policy/compile_fixture.h"

namespace querygate {
namespace {

using testing::Apply;
using testing::CompileText;
using testing::Describe;
using testing::Edit;
using testing::kReport;
using testing::WordsAt;

struct Case {
  std::string name;
  std::vector<Edit> edits;
  std::string rule;
  std::string words;      // under the caret; empty: not checked
  std::string help = {};  // part of the help
};

bool Has(const Diagnostics& diagnostics, const Case& row) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.rule != row.rule || diagnostic.help.empty()) continue;
    if (!row.words.empty() && WordsAt(diagnostic) != row.words) continue;
    if (diagnostic.help.find(row.help) != std::string::npos) return true;
  }
  return false;
}

// `only`: the mistake gives exactly one finding, so that one slip never buries its cause.
void Check(const std::vector<Case>& cases, bool only = true) {
  for (const Case& row : cases) {
    DYNAMIC_SECTION(row.name) {
      const auto compiled = CompileText(Apply(kReport, row.edits));
      INFO(Describe(compiled.diagnostics));
      CHECK(compiled.value == nullptr);
      CHECK(Has(compiled.diagnostics, row));
      if (only) CHECK(compiled.diagnostics.size() == 1);
    }
  }
}

const std::string kSelectMark = "SELECT seen, label FROM marks";

}  // namespace

TEST_CASE("grants stay below the ceiling", "[compile]") {
  Check(
      {
          {"table",
           {{"marks: [seen, label]", "mark: [seen, label]"}},
           "above-ceiling",
           "mark",
           "did you mean `marks`?"},
          {"column", {{"marks: [seen, label]", "marks: [seen, labels]"}}, "above-ceiling", "labels", "`label`"},
          {"column not exposed",
           {{"marks: [seen, label]", "marks: [seen, secret]"}},
           "above-ceiling",
           "secret",
           "seen"},
          {"rowid where not exposed", {{"changed]", "changed, rowid]"}}, "above-ceiling", "rowid"},
          {"function", {{"functions: [count]", "functions: [counts]"}}, "above-ceiling", "counts", "`count`"},
          {"recursion", {{"functions: [count]", "functions: [count]\n  recursive: true"}}, "above-ceiling", "true"},
          {"table twice",
           {{"    marks: [seen, label]", "    marks: [seen]\n    MARKS: [label]"}},
           "duplicate-name",
           "MARKS"},
          {"column twice", {{"marks: [seen, label]", "marks: [seen, label, Seen]"}}, "duplicate-name", "Seen"},
          {"function twice", {{"functions: [count]", "functions: [count, COUNT]"}}, "duplicate-name", "COUNT"},
      },
      false);
  const auto exposed = CompileText(Apply(kReport, {{"marks: [seen, label]", "marks: [seen, label, ROWID]"}}));
  CHECK(Describe(exposed.diagnostics).empty());
}

TEST_CASE("budgets only narrow", "[compile]") {
  Check({
      {"one above", {{"vm_steps: 500", "vm_steps: 1001"}}, "budget-widened", "1001", "at most 1000"},
      {"rows above", {{"max: 100, over: reject", "max: 101, over: reject"}}, "budget-widened", "101"},
      {"groups above", {{"      max: 5\n", "      max: 6\n"}}, "budget-widened", "6"},
      {"a parameter above",
       {{"min: 1, max: 20, default: 10", "min: 1, max: 101, default: 10"}},
       "budget-widened",
       "limit"},
      {"rows above the narrowed budget", {{"vm_steps: 500", "source_rows: 99"}}, "budget-widened", "100"},
  });
  const auto equal = CompileText(Apply(kReport, {{"vm_steps: 500", "vm_steps: 1000"}}));
  CHECK(Describe(equal.diagnostics).empty());
}

TEST_CASE("the SQL is measured with its lists expanded", "[compile]") {
  const auto compiled = CompileText(kReport);
  REQUIRE(compiled.value != nullptr);
  const std::size_t bytes = compiled.value->queries[1].statements[0].sql.size();
  const auto with_budget = [](std::size_t budget) {
    return CompileText(kReport, {testing::kSource, Apply(testing::kLimits, {{"400", std::to_string(budget)}})});
  };
  CHECK(Describe(with_budget(bytes).diagnostics).empty());
  const auto longer = with_budget(bytes - 1);
  REQUIRE(longer.diagnostics.size() == 1);
  CHECK(longer.diagnostics[0].rule == "sql-too-long");
}

TEST_CASE("options belong to their types", "[compile]") {
  const std::string price = "{ type: decimal, precision: 10, scale: 2, store: scaled_integer, min: 0.50";
  Check(
      {
          {"pattern on integer",
           {{"limit: { type: integer,", "limit: { type: integer, pattern: x,"}},
           "invalid-type-option",
           "x"},
          {"length on integer",
           {{"limit: { type: integer,", "limit: { type: integer, max_length: 3,"}},
           "invalid-type-option",
           "3"},
          {"bounds on string",
           {{"sort: { type: string,", "sort: { type: string, min: 1,"}},
           "invalid-type-option",
           "1"},
          {"scale on integer",
           {{"limit: { type: integer,", "limit: { type: integer, scale: 1,"}},
           "invalid-type-option",
           "1"},
          {"store on string",
           {{"sort: { type: string,", "sort: { type: string, store: text,"}},
           "invalid-type-option",
           "text"},
          {"enum on decimal",
           {{price, "{ type: decimal, scale: 2, store: text, enum: [1.50], min: 0.50"}},
           "invalid-type-option",
           "1.50"},
          {"timestamp store on decimal",
           {{"store: scaled_integer, min", "store: unix_s, min"}},
           "invalid-type-option",
           "unix_s",
           "scaled_integer"},
          {"native on sqlite", {{"store: scaled_integer, min", "store: native, min"}}, "invalid-type-option", "native"},
          {"decimal without store",
           {{"store: scaled_integer, min", "min"}},
           "missing-store",
           "decimal",
           "scaled_integer"},
          {"timestamp without store",
           {{"start: { type: timestamp, store: unix_s,", "start: { type: timestamp,"}},
           "missing-store",
           "timestamp"},
          {"column without store",
           {{"seen: { type: timestamp, store: unix_s }", "seen: { type: timestamp }"}},
           "missing-store",
           "timestamp"},
          {"min above max", {{"min: 0.50, max: 99.99", "min: 0.50, max: 0.49"}}, "invalid-bound", "0.49"},
          {"bound of another type",
           {{"limit: { type: integer, min: 1,", "limit: { type: integer, min: one,"}},
           "invalid-bound",
           "one"},
          {"bound finer than the scale", {{"min: 0.50", "min: 0.505"}}, "invalid-bound", "0.505"},
          {"scale above precision",
           {{"precision: 10, scale: 2, store: scaled_integer, min",
             "precision: 1, scale: 2, store: scaled_integer, min"}},
           "invalid-bound",
           "2"},
          {"lengths crossed",
           {{"max_length: 2, optional", "min_length: 3, max_length: 2, optional"}},
           "invalid-bound",
           "2"},
          {"pattern that ECMA lacks", {{"pattern: '[A-Z]{2}'", "pattern: '(?i)[A-Z]{2}'"}}, "invalid-pattern", ""},
          {"enum member outside the length",
           {{"state: { type: string,", "state: { type: string, max_length: 3,"}},
           "invalid-value",
           "open"},
          {"enum member of another type",
           {{"id: { type: integer, min: 1, max: 1000 }", "id: { type: integer, enum: [1, x] }"}},
           "invalid-value",
           "x"},
          {"default outside the enum", {{"default: size", "default: colour"}}, "invalid-default", "colour"},
          {"default outside the bounds", {{"max: 20, default: 10", "max: 20, default: 21"}}, "invalid-default", "21"},
          {"default of another type", {{"max: 20, default: 10", "max: 20, default: ten"}}, "invalid-default", "ten"},
          {"default that is no time",
           {{"default: now }", "default: now-5h }"}},
           "invalid-default",
           "now-5h",
           "now-30d"},
          {"relative default on a string",
           {{"sort: { type: string, enum: [size, name], default: size",
             "sort: { type: string, enum: [size, name], default: today"}},
           "invalid-default",
           "today"},
          {"optional with a default",
           {{"max: 20, default: 10", "max: 20, optional: true, default: 10"}},
           "invalid-type-option",
           "limit"},
          {"optional scope",
           {{"start: { type: timestamp, store: unix_s,", "start: { type: timestamp, store: unix_s, optional: true,"}},
           "invalid-type-option",
           "start"},
          {"optional list",
           {{"list: true, max_items: 3", "list: true, optional: true, max_items: 3"}},
           "invalid-type-option",
           "tags"},
          {"items without a list",
           {{"sort: { type: string,", "sort: { type: string, max_items: 2,"}},
           "invalid-type-option",
           "2"},
          {"list without items", {{"list: true, max_items: 3", "list: true"}}, "missing-key", "tags"},
          {"encoding of text",
           {{"label: { type: text,", "label: { type: text, encode: decimal_string,"}},
           "invalid-type-option",
           "text"},
      },
      false);
}

TEST_CASE("parameters are named, declared and used", "[compile]") {
  Check(
      {
          {"undeclared",
           {{"state = :state AND", "state = :stata AND state = :state AND"}},
           "undeclared-parameter",
           ":stata",
           "did you mean `state`?"},
          {"case counts",
           {{"state = :state AND", "state = :State AND state = :state AND"}},
           "undeclared-parameter",
           ":State",
           "`state`"},
          {"positional", {{kSelectMark, kSelectMark + " WHERE label = ?"}}, "positional-parameter", "?"},
          {"numbered", {{kSelectMark, kSelectMark + " WHERE label = ?12"}}, "positional-parameter", "?12"},
          {"at sign",
           {{kSelectMark, kSelectMark + " WHERE label = @state"}},
           "undeclared-parameter",
           "@state",
           "`:state`"},
          {"dollar", {{kSelectMark, kSelectMark + " WHERE label = $state"}}, "undeclared-parameter", "$state"},
          {"another query's bind",
           {{kSelectMark, kSelectMark + " WHERE seen = :seen_at"}},
           "undeclared-parameter",
           ":seen_at"},
          {"unused", {{"state = :state AND", ""}}, "unused-parameter", "state", ":state"},
          {"unused bind", {{"AND changed <= :seen_at", ""}}, "unused-parameter", "seen_at"},
          {"bind named as a parameter",
           {{"seen_at: mark.seen", "price: mark.seen"}, {"changed <= :seen_at", "changed <= :price"}},
           "duplicate-name",
           "price"},
          {"bind from a later query", {{"seen_at: mark.seen", "seen_at: recent.id"}}, "invalid-bind", "", "mark"},
          {"bind from itself", {{"seen_at: mark.seen", "seen_at: sizes.size"}}, "invalid-bind", ""},
          {"bind from no column", {{"seen_at: mark.seen", "seen_at: mark.sen"}}, "invalid-bind", "", "`seen`"},
          {"bind from several rows",
           {{"exactly: 1, none: no_mark, many: many_marks", "at_most: 1, many: many_marks"}},
           "invalid-bind",
           ""},
          {"two underscores", {{"  sort: {", "  so__rt: {"}, {"by: sort", "by: so__rt"}}, "reserved-name", "so__rt"},
      },
      false);
}

TEST_CASE("lists stand only in IN (:name)", "[compile]") {
  for (const char* const place : {"tag = :tags", "tag IN (:tags, 'x')", "tag IN ((:tags))", "tag IN (lower(:tags))",
                                  "tag IN :tags", "count(:tags) > 0", "tag IN ('x', :tags)", "(:tags) IS NULL"}) {
    INFO(place);
    const auto compiled = CompileText(Apply(kReport, {{"tag IN (:tags)", place}}));
    INFO(Describe(compiled.diagnostics));
    REQUIRE(compiled.diagnostics.size() == 1);
    CHECK(compiled.diagnostics[0].rule == "list-placement");
    CHECK(WordsAt(compiled.diagnostics[0]) == ":tags");
  }
  const auto scalar = CompileText(Apply(kReport, {{"state = :state", "state IN (:state)"}}));
  CHECK(Describe(scalar.diagnostics).empty());
}

TEST_CASE("variants match the parameter that picks one, both ways", "[compile]") {
  Check(
      {
          {"a member without a statement",
           {{"enum: [size, name], default", "enum: [size, name, age], default"}},
           "invalid-variant",
           "sort",
           "variants"},
          {"a statement without a member",
           {{"enum: [size, name], default", "enum: [size], default"}},
           "invalid-variant",
           "name"},
          {"no parameter", {{"by: sort", "by: sorts"}}, "invalid-variant", "sorts", "`sort`"},
          {"no enum", {{"by: sort", "by: country"}}, "invalid-variant", "country"},
          {"a list", {{"by: sort", "by: tags"}}, "invalid-variant", "tags"},
      },
      false);
}

TEST_CASE("row rules can be counted by", "[compile]") {
  Check(
      {
          {"a string", {{"max: limit, over", "max: sort, over"}}, "invalid-rows", "sort"},
          {"no parameter", {{"max: limit, over", "max: limits, over"}}, "invalid-rows", "limits", "`limit`"},
          {"no upper bound", {{"min: 1, max: 20, default: 10", "min: 1, default: 10"}}, "invalid-rows", "limit"},
          {"zero rows", {{"min: 1, max: 20, default: 10", "min: 0, max: 20, default: 10"}}, "invalid-rows", "limit"},
      },
      false);
}

TEST_CASE("windows lie between two times", "[compile]") {
  Check(
      {
          {"no parameter", {{"{ start: start, end: end,", "{ start: started, end: end,"}}, "invalid-window", "started"},
          {"no time", {{"{ start: start, end: end,", "{ start: state, end: end,"}}, "invalid-window", "state"},
          {"the same twice", {{"{ start: start, end: end,", "{ start: end, end: end,"}}, "invalid-window", "end"},
          {"closed timestamps", {{"max: 20m }", "max: 20m, closed: true }"}}, "invalid-window", ""},
      },
      false);
}

TEST_CASE("results fit the queries they are made of", "[compile]") {
  Check(
      {
          {"no query", {{"    recent: recent\n", "    recent: recents\n"}}, "invalid-result", "recents", "`recent`"},
          {"reserved part", {{"    recent: recent\n", "    status: recent\n"}}, "reserved-name", "status"},
          {"reserved part: complete",
           {{"    recent: recent\n", "    complete: recent\n"}},
           "reserved-name",
           "complete"},
          {"grouping cut rows",
           {{"max: 100, over: reject", "max: 100, over: truncate"}},
           "invalid-result",
           "sizes",
           "over: reject"},
          {"grouping one row", {{"      from: sizes", "      from: mark"}}, "invalid-result", "mark"},
          {"no column", {{"by: [zone]", "by: [zones]"}}, "invalid-result", "zones", "`zone`"},
          {"a key outside by", {{"zone: { from: zone }", "zone: { from: size }"}}, "invalid-result", "size"},
          {"summing text", {{"{ sum: size, max", "{ sum: zone, max"}}, "invalid-result", "zone"},
          {"nullable without nulls",
           {{"size: { type: integer, min: 0 }", "size: { type: integer, min: 0, nullable: true }"}},
           "invalid-result",
           "size",
           "nulls: skip"},
          {"ordering by nothing", {{"order_by: [size_sum desc, zone]", "order_by: [cost]"}}, "invalid-result", "cost"},
          {"ordering twice",
           {{"order_by: [size_sum desc, zone]", "order_by: [zone, zone desc]"}},
           "duplicate-name",
           ""},
          {"bound of a total", {{"max: 1000, reason", "max: 10.5, reason"}}, "invalid-bound", "10.5"},
          {"unused query",
           {{"    recent: recent\n", ""},
            {"      - query: recent\n        where: { kind: new }",
             "      - query: mark\n        where: { label: new }"}},
           "unused-query",
           "recent"},
      },
      false);
}

TEST_CASE("coverage fits the parameters and queries it names", "[compile]") {
  Check(
      {
          {"as_of is no time", {{"as_of: as_of\n", "as_of: state\n"}}, "invalid-coverage", "state"},
          {"window is no parameter", {{"window: [start, end]", "window: [start, ends]"}}, "invalid-coverage", "ends"},
          {"watermark of many rows", {{"watermark: mark.seen", "watermark: recent.id"}}, "invalid-coverage", ""},
          {"watermark is no time", {{"watermark: mark.seen", "watermark: mark.label"}}, "invalid-coverage", ""},
          {"absent query", {{"- query: recent", "- query: recen"}}, "invalid-coverage", "recen", "`recent`"},
          {"absent column", {{"where: { kind: new }", "where: { kin: new }"}}, "invalid-coverage", "kin", "`kind`"},
          {"absent value never stored", {{"where: { kind: new }", "where: { kind: old }"}}, "invalid-coverage", "old"},
          {"absent value of another type", {{"where: { kind: new }", "where: { id: new }"}}, "invalid-coverage", "new"},
      },
      false);
}

TEST_CASE("one reason never has two meanings", "[compile]") {
  Check(
      {
          {"a fixed reason for a column",
           {{"reason: bad_zone", "reason: source_limit"}},
           "reason-conflict",
           "source_limit"},
          {"a fixed reason for rows", {{"none: no_mark", "none: not_permitted"}}, "reason-conflict", "not_permitted"},
          {"a failure's reason", {{"none: no_mark", "none: query_failed"}}, "reason-conflict", "query_failed"},
          {"none and many alike", {{"none: no_mark", "none: many_marks"}}, "reason-conflict", "many_marks"},
          {"two columns",
           {{"size: { type: integer, min: 0 }", "size: { type: integer, min: 0, reason: bad_zone }"}},
           "reason-conflict",
           "bad_zone"},
          {"column and parameter", {{"reason: bad_zone", "reason: invalid_state"}}, "reason-conflict", "invalid_state"},
          {"a parameter that is missing like a column",
           {{"  state: { type", "  kind: { type"}, {":state", ":kind"}},
           "reason-conflict",
           "kind"},
          {"a parameter named like a column's fault",
           {{"  state: { type", "  size_type: { type"}, {":state", ":size_type"}},
           "reason-conflict",
           "size"},
          {"a total like a column",
           {{"        size_sum: { sum: size, max: 1000, reason: too_large }", "        size: { sum: size }"},
            {"size_sum desc", "size desc"}},
           "reason-conflict",
           "size"},
          {"a parameter called window",
           {{"  state: { type", "  window: { type"}, {":state", ":window"}},
           "reason-conflict",
           "window"},
      },
      false);
  // The same parameter without a missing_ reason does not collide.
  const auto optional =
      CompileText(Apply(kReport, {{"  state: { type: string, enum", "  kind: { type: string, default: open, enum"},
                                  {":state", ":kind"}}));
  CHECK(Describe(optional.diagnostics).empty());
}

TEST_CASE("status and successor agree", "[compile]") {
  Check(
      {
          {"deprecated alone", {{"version: 1\n", "version: 1\nstatus: deprecated\n"}}, "missing-key", "deprecated"},
          {"successor of an active report",
           {{"version: 1\n", "version: 1\nreplaced_by: shop/other\n"}},
           "misplaced-key",
           "shop/other"},
          {"successor is itself",
           {{"version: 1\n", "version: 1\nstatus: deprecated\nreplaced_by: shop/items\n"}},
           "invalid-value",
           "shop/items"},
      },
      false);
}

TEST_CASE("missing policies are named with their neighbours", "[compile]") {
  const auto loaded = LoadReport(std::make_shared<const SourceText>("r.yaml", kReport), "shop/items");
  REQUIRE(loaded.value != nullptr);
  CompileInputs inputs;
  inputs.known_sources = {"shops"};
  inputs.known_limits = {"smal"};
  const auto compiled = CompileReport(loaded.value, inputs);
  CHECK(compiled.value == nullptr);
  CHECK(Has(compiled.diagnostics, {"", {}, "unknown-source", "shop", "did you mean `shops`?"}));
  CHECK(Has(compiled.diagnostics, {"", {}, "unknown-limits", "small", "did you mean `smal`?"}));
  CHECK(compiled.diagnostics.size() == 2);
  inputs.known_sources = {"shop"};
  const auto faulty = CompileReport(loaded.value, inputs);
  CHECK(Has(faulty.diagnostics, {"", {}, "unknown-source", "shop", "correct policies/sources/shop.yaml first"}));
}

}  // namespace querygate
