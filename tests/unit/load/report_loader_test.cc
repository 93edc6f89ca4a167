#include <string>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/load/report_parts.h"
#include "tests/unit/load/load_support.h"

namespace querygate {
namespace {

using testing::MakeText;
using testing::Summaries;

// Every key of the language, each at least once.
constexpr const char* kEverything = R"(apiVersion: querygate/v1
kind: Report
x-team: { anything: [goes, 1, ~] }
title: Everything
description: >
  Two lines
  of text.
owner: somebody
version: 3
status: deprecated
replaced_by: other/report
source: shop
limits: { use: founding, deadline: 1s, lock_wait: 50ms, vm_steps: 5, source_rows: 6, groups: 7,
          result_bytes: 1KiB, value_bytes: 8, sql_bytes: 9, memory: 1MiB }
parameters:
  state:
    type: string
    title: State
    unit: none
    description: What it is.
    enum: { queued: waiting, 'sent': handed over, 1: one }
    default: queued
    reason: bad_state
  code: { type: string, pattern: '[A-Z]+', min_length: 0, max_length: 9, x-note: ignored }
  amount: { type: decimal, precision: 10, scale: 2, store: scaled_integer, min: -1.50, max: 99 }
  tags: { type: string, list: true, max_items: 100, enum: [a, '1', 2, true] }
  since: { type: timestamp, store: unix_s, from: scope, default: now-30d }
  until: { type: timestamp, store: unix_s, optional: true }
  limit: { type: integer, min: 1, max: 20, default: 10, loggable: true }
windows:
  - { start: since, end: until, max: 20m }
  - { start: since, end: until, closed: true }
allow:
  tables:
    orders: [id, state]
    'odd name': []
  functions: [count, "->"]
  recursive: true
queries:
  one:
    sql: SELECT 1
    rows: { exactly: 1, none: not_found, many: too_many }
    columns: { id: { type: integer, min: 0, max: 5, nullable: true, encode: decimal_string, reason: bad_id } }
  maybe:
    bind: { first: one.id }
    sql: { by: state, variants: { queued: SELECT 2, sent: "SELECT 3" } }
    rows: { at_most: 1, many: ambiguous }
    columns:
      v: { type: real, title: V, unit: s, description: d, enum: [1.5], pattern: x, min_length: 1, max_length: 2,
           precision: 3, scale: 1, store: real }
  capped: { sql: SELECT 4, rows: { max: limit, over: truncate }, columns: { a: { type: text } } }
  plain: { sql: SELECT 5, rows: { max: 10 }, columns: { a: { type: blob } } }
result:
  record:
    one: one
    totals:
      from: plain
      by: [a]
      max: 20
      columns:
        a: { from: a, title: A, unit: u, description: d }
        n: { count: rows }
        s: { sum: b, min: -5, max: 9223372036854775807, encode: decimal_string, nulls: skip, reason: too_big }
        low: { min: b, max: 7 }
        high: { max: b, min: 0 }
      order_by: [a, 'n desc', s asc]
  coverage:
    window: [since, until]
    as_of: until
    watermark: maybe.v
    completeness: unproven
    absent:
      - { query: one, where: { id: 1, kind: printed }, say: Nothing was found. }
      - query: plain
        say: >
          Still nothing.
    notes: [First., 'Second.']
)";

std::shared_ptr<const ReportDeclaration> LoadEverything() {
  const auto loaded = LoadReport(MakeText(kEverything), "a/everything");
  CHECK(Summaries(loaded.diagnostics) == std::vector<std::string>{});
  REQUIRE(loaded.value != nullptr);
  return loaded.value;
}

TEST_CASE("the report with every key names every key of the tables") {
  const std::string text = kEverything;
  for (const auto part : {ParameterPlaces, QueryPlaces, ColumnPlaces, ResultPlaces, GroupPlaces, CoveragePlaces}) {
    for (const KeyPlace& place : part()) {
      for (const std::string_view key : place.keys) {
        INFO(place.place << ": " << key);
        const bool alternative = key == "rows" || key == "group";  // of `result`: in a test of their own
        CHECK((alternative || text.find(std::string(key) + ":") != std::string::npos));
      }
    }
  }
}

TEST_CASE("the header of a report") {
  const auto report = LoadEverything();
  CHECK(report->id == "a/everything");
  CHECK(report->title == Located<std::string>{"Everything", {4, 8, 10}});
  CHECK(report->description.value == "Two lines of text.");
  CHECK(report->owner.value == "somebody");
  CHECK(report->version == Located<std::int64_t>{3, {9, 10, 1}});
  CHECK(report->status == ReportStatus::kDeprecated);
  CHECK(report->replaced_by->value == "other/report");
  CHECK(report->source.value == "shop");
  CHECK(report->limits->value == "founding");
  const BudgetNarrowing& narrowing = report->narrowing;
  CHECK(narrowing.deadline->value == 1000);
  CHECK(narrowing.lock_wait->value == 50);
  CHECK(narrowing.vm_steps->value == 5);
  CHECK(narrowing.source_rows->value == 6);
  CHECK(narrowing.groups->value == 7);
  CHECK(narrowing.result_bytes->value == 1024);
  CHECK(narrowing.value_bytes->value == 8);
  CHECK(narrowing.sql_bytes->value == 9);
  CHECK(narrowing.memory->value == 1048576);
}

TEST_CASE("what a small report leaves out has its default") {
  const auto loaded = testing::LoadSmallReport(0, "");
  REQUIRE(loaded.value != nullptr);
  CHECK(loaded.value->status == ReportStatus::kActive);
  CHECK_FALSE(loaded.value->limits.has_value());
  CHECK_FALSE(loaded.value->narrowing.deadline.has_value());
  CHECK(loaded.value->windows.empty());
  CHECK_FALSE(loaded.value->allow.recursive);
  CHECK_FALSE(loaded.value->queries[0].rows.truncate);
  CHECK(loaded.value->result.rows->value == "q");
}

TEST_CASE("limits by name alone") {
  const auto loaded = testing::LoadSmallReport(0, "limits: founding");
  REQUIRE(loaded.value != nullptr);
  CHECK(loaded.value->limits->value == "founding");
}

TEST_CASE("parameters") {
  const auto report = LoadEverything();
  REQUIRE(report->parameters.size() == 7);
  const ParameterDeclaration& state = report->parameters[0];
  CHECK(state.name == Located<std::string>{"state", {16, 3, 5}});
  CHECK(state.type == ScalarType::kString);
  CHECK(state.type_position == SourcePosition{17, 11, 6});
  CHECK(state.documentation == Documentation{"State", "none", "What it is."});
  REQUIRE(state.choices.size() == 3);
  CHECK(state.choices[0] == EnumChoice{{"queued", false, {21, 13, 6}}, "waiting"});
  CHECK(state.choices[1] == EnumChoice{{"sent", true, {21, 30, 6}}, "handed over"});
  CHECK(state.choices[2].value.text == "1");
  CHECK_FALSE(state.choices[2].value.quoted);
  CHECK(state.default_value->text == "queued");
  CHECK(state.reason->value == "bad_state");

  const ParameterDeclaration& code = report->parameters[1];
  CHECK(code.pattern->value == "[A-Z]+");
  CHECK(code.min_length->value == 0);
  CHECK(code.max_length->value == 9);

  const ParameterDeclaration& amount = report->parameters[2];
  CHECK(amount.type == ScalarType::kDecimal);
  CHECK(amount.precision->value == 10);
  CHECK(amount.scale->value == 2);
  CHECK(amount.store->value == Store::kScaledInteger);
  CHECK(amount.min->text == "-1.50");
  CHECK(amount.max->text == "99");

  const ParameterDeclaration& tags = report->parameters[3];
  CHECK(tags.list);
  CHECK(tags.max_items->value == 100);
  REQUIRE(tags.choices.size() == 4);
  CHECK(tags.choices[1].value.quoted);
  CHECK(tags.choices[3].value.text == "true");

  CHECK(report->parameters[4].from_scope);
  CHECK(report->parameters[4].default_value->text == "now-30d");
  CHECK(report->parameters[5].optional);
  CHECK(report->parameters[6].default_value->text == "10");
}

TEST_CASE("windows and allow") {
  const auto report = LoadEverything();
  REQUIRE(report->windows.size() == 2);
  CHECK(report->windows[0].start.value == "since");
  CHECK(report->windows[0].end.value == "until");
  CHECK(report->windows[0].max->value == 1'200'000);
  CHECK_FALSE(report->windows[0].closed);
  CHECK(report->windows[1].closed);
  CHECK_FALSE(report->windows[1].max.has_value());
  REQUIRE(report->allow.tables.size() == 2);
  CHECK(report->allow.tables[0].name.value == "orders");
  CHECK(report->allow.tables[0].columns[1].value == "state");
  CHECK(report->allow.tables[1].name.value == "odd name");
  CHECK(report->allow.tables[1].columns.empty());
  CHECK(report->allow.functions[1].value == "->");
  CHECK(report->allow.recursive);
}

TEST_CASE("queries") {
  const auto report = LoadEverything();
  REQUIRE(report->queries.size() == 4);
  const QueryDeclaration& one = report->queries[0];
  CHECK_FALSE(one.sql.by.has_value());
  REQUIRE(one.sql.variants.size() == 1);
  CHECK(one.sql.variants[0].value.value.empty());
  CHECK(one.sql.variants[0].text.value == "SELECT 1");
  CHECK(one.rows.mode == RowsDeclaration::Mode::kExactlyOne);
  CHECK(one.rows.none->value == "not_found");
  CHECK(one.rows.many->value == "too_many");
  REQUIRE(one.columns.size() == 1);
  CHECK(one.columns[0].nullable);
  CHECK(one.columns[0].decimal_string);
  CHECK(one.columns[0].reason->value == "bad_id");

  const QueryDeclaration& maybe = report->queries[1];
  REQUIRE(maybe.binds.size() == 1);
  CHECK(maybe.binds[0].name.value == "first");
  CHECK(maybe.binds[0].query == Located<std::string>{"one", {45, 20, 3}});
  CHECK(maybe.binds[0].column == Located<std::string>{"id", {45, 24, 2}});
  CHECK(maybe.sql.by->value == "state");
  REQUIRE(maybe.sql.variants.size() == 2);
  CHECK(maybe.sql.variants[1].value.value == "sent");
  CHECK(maybe.sql.variants[1].text.value == "SELECT 3");
  CHECK(maybe.rows.mode == RowsDeclaration::Mode::kAtMostOne);
  const ColumnDeclaration& v = maybe.columns[0];
  CHECK(v.type == ColumnType::kReal);
  CHECK(v.documentation == Documentation{"V", "s", "d"});
  CHECK(v.store->value == Store::kReal);
  CHECK(v.scale->value == 1);

  CHECK(report->queries[2].rows.truncate);
  CHECK(std::get<Located<std::string>>(report->queries[2].rows.max).value == "limit");
  CHECK(std::get<Located<std::int64_t>>(report->queries[3].rows.max).value == 10);
}

TEST_CASE("a record of a query and a group") {
  const auto report = LoadEverything();
  REQUIRE(report->result.record.has_value());
  const auto& parts = *report->result.record;
  REQUIRE(parts.size() == 2);
  CHECK(std::get<Located<std::string>>(parts[0].content).value == "one");
  const auto& group = std::get<GroupDeclaration>(parts[1].content);
  CHECK(group.from.value == "plain");
  CHECK(group.by[0].value == "a");
  CHECK(group.max->value == 20);
  REQUIRE(group.columns.size() == 5);
  using Kind = GroupColumnDeclaration::Kind;
  CHECK(group.columns[0].kind == Kind::kFrom);
  CHECK(group.columns[0].documentation == Documentation{"A", "u", "d"});
  CHECK(group.columns[1].kind == Kind::kCount);
  CHECK(group.columns[1].argument.value == "rows");
  const GroupColumnDeclaration& sum = group.columns[2];
  CHECK(sum.kind == Kind::kSum);
  CHECK(sum.min->text == "-5");
  CHECK(sum.max->text == "9223372036854775807");
  CHECK(sum.decimal_string);
  CHECK(sum.skip_nulls);
  CHECK(sum.reason->value == "too_big");
  CHECK(group.columns[3].kind == Kind::kMin);
  CHECK(group.columns[3].argument.value == "b");
  CHECK(group.columns[3].max->text == "7");
  CHECK_FALSE(group.columns[3].min.has_value());
  CHECK(group.columns[4].kind == Kind::kMax);
  CHECK(group.columns[4].min->text == "0");
  REQUIRE(group.order_by.size() == 3);
  CHECK_FALSE(group.order_by[0].descending);
  CHECK(group.order_by[1].column.value == "n");
  CHECK(group.order_by[1].descending);
  CHECK_FALSE(group.order_by[2].descending);
}

TEST_CASE("a result that is one group, a total") {
  const auto loaded =
      testing::LoadSmallReport(17, "result: { group: { from: q, by: [], columns: { n: { count: a } } } }");
  REQUIRE(loaded.value != nullptr);
  REQUIRE(loaded.value->result.group.has_value());
  CHECK(loaded.value->result.group->by.empty());
  CHECK(loaded.value->result.group->columns[0].argument.value == "a");
}

TEST_CASE("coverage") {
  const auto report = LoadEverything();
  REQUIRE(report->result.coverage.has_value());
  const CoverageDeclaration& coverage = *report->result.coverage;
  CHECK(coverage.window->first.value == "since");
  CHECK(coverage.window->second.value == "until");
  CHECK(coverage.as_of->value == "until");
  CHECK(coverage.watermark->first.value == "maybe");
  CHECK(coverage.watermark->second.value == "v");
  REQUIRE(coverage.absent.size() == 2);
  CHECK(coverage.absent[0].query.value == "one");
  REQUIRE(coverage.absent[0].where.size() == 2);
  CHECK(coverage.absent[0].where[1].first.value == "kind");
  CHECK(coverage.absent[0].where[1].second.text == "printed");
  CHECK(coverage.absent[1].say == "Still nothing.");
  CHECK(coverage.notes == std::vector<std::string>{"First.", "Second."});
}

// `yes`, `on` and digits with underscores are text in YAML 1.2, so they are fine where text is wanted.
TEST_CASE("words that an older YAML reads as something else stay text") {
  for (const char* word :
       {"yes", "no", "on", "off", "y", "1_000", "12:30", "2026-01-02", "=", "0b1", ".5.", "1e", "0x"}) {
    INFO(word);
    const auto loaded = testing::LoadSmallReport(5, std::string("owner: ") + word);
    REQUIRE(loaded.value != nullptr);
    CHECK(loaded.value->owner.value == word);
  }
}

}  // namespace
}  // namespace querygate
