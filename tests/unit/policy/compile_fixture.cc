#include "tests/unit/policy/compile_fixture.h"

#include <catch2/catch.hpp>

#include "engine/base/utf8.h"

namespace querygate::testing {

const std::string kReport = R"(apiVersion: querygate/v1
kind: Report
title: Items
description: Items of a shop.
owner: shop-data
version: 1
source: shop
limits: { use: small, vm_steps: 500 }
parameters:
  state: { type: string, enum: [open, shut], description: State. }
  tags: { type: string, list: true, max_items: 3, description: Tags. }
  limit: { type: integer, min: 1, max: 20, default: 10, description: Rows. }
  sort: { type: string, enum: [size, name], default: size, description: Order. }
  country: { type: string, pattern: '[A-Z]{2}', max_length: 2, optional: true, description: Country. }
  price: { type: decimal, precision: 10, scale: 2, store: scaled_integer, min: 0.50, max: 99.99, default: 1.50, description: Price. }
  start: { type: timestamp, store: unix_s, from: scope }
  end: { type: timestamp, store: unix_s, from: scope }
  as_of: { type: timestamp, store: unix_s, from: scope, default: now }
windows:
  - { start: start, end: end, max: 20m }
allow:
  tables:
    items: [id, zone, size, tag, state, country, price, changed]
    marks: [seen, label]
  functions: [count]
queries:
  mark:
    sql: SELECT seen, label FROM marks
    rows: { exactly: 1, none: no_mark, many: many_marks }
    columns:
      seen: { type: timestamp, store: unix_s }
      label: { type: text, nullable: true }
  sizes:
    bind: { seen_at: mark.seen }
    sql: >
      SELECT zone, size, cost FROM items WHERE state = :state AND changed <= :seen_at
      AND tag IN (:tags) AND (:country IS NULL OR country = :country) AND price <= :price
    rows: { max: 100, over: reject }
    columns:
      zone: { type: text, max_length: 80, reason: bad_zone }
      size: { type: integer, min: 0 }
      cost: { type: decimal, precision: 12, scale: 2, store: scaled_integer }
  recent:
    sql:
      by: sort
      variants:
        size: SELECT id, kind FROM items WHERE changed >= :start AND changed < :end ORDER BY size, id
        name: SELECT id, kind FROM items WHERE changed >= :start AND changed < :end ORDER BY zone, id
    rows: { max: limit, over: truncate }
    columns:
      id: { type: integer, min: 1, max: 1000 }
      kind: { type: text, enum: [new, used] }
result:
  record:
    totals:
      from: sizes
      by: [zone]
      max: 5
      columns:
        zone: { from: zone }
        items: { count: rows }
        size_sum: { sum: size, max: 1000, reason: too_large }
        cost_sum: { sum: cost }
        largest: { max: size }
      order_by: [size_sum desc, zone]
    recent: recent
  coverage:
    window: [start, end]
    as_of: as_of
    watermark: mark.seen
    completeness: unproven
    absent:
      - query: recent
        where: { kind: new }
        say: Nothing new was found.
    notes: [Deleted items are not shown.]
)";

const std::string kSource = R"(apiVersion: querygate/v1
kind: Source
description: A shop.
backend: sqlite
schema: shop.sql
expose:
  Items: [id, zone, size, tag, state, country, price, changed, cost]
  marks: [seen, label, rowid]
functions: [count, sum]
row_scope:
  items: { store: store }
large: [items]
)";

const std::string kSchema = "CREATE TABLE items (id, zone, size, tag, state, country, price, changed, cost, store);\n";

const std::string kLimits = R"(apiVersion: querygate/v1
kind: Limits
deadline: 1s
vm_steps: 1000
source_rows: 100
groups: 5
sql_bytes: 400
)";

const std::string kAccess = R"(apiVersion: querygate/v1
kind: Access
claims: { roles: roles }
scope:
  store: { claim: store, type: string }
  start: { claim: window.start, type: timestamp }
  end: { claim: window.end, type: timestamp }
roles:
  support: { reports: ['shop/*'] }
  partner: { reports: ['shop/items'], narrow: { shop/items: { state: [open], limit: { min: 1, max: 5 } } } }
  other: { reports: ['elsewhere/**'] }
anonymous: none
)";

std::string Apply(std::string text, const std::vector<Edit>& edits) {
  for (const Edit& edit : edits) {
    const std::size_t at = text.find(edit.from);
    INFO("edit: " << edit.from);
    REQUIRE(at != std::string::npos);
    text.replace(at, edit.from.size(), edit.to);
  }
  return text;
}

std::shared_ptr<const SourceDeclaration> ReadSource(const std::string& yaml, const std::optional<std::string>& schema) {
  auto loaded = LoadSource(std::make_shared<const SourceText>("policies/sources/shop.yaml", yaml), "shop");
  INFO(Describe(loaded.diagnostics));
  REQUIRE(loaded.value != nullptr);
  SourceDeclaration declaration = *loaded.value;
  if (schema) declaration.schema_text = std::make_shared<const SourceText>("policies/sources/shop.sql", *schema);
  return std::make_shared<const SourceDeclaration>(std::move(declaration));
}

Compiled<CompiledSource> CompileSourceText(const std::string& yaml, const std::optional<std::string>& schema) {
  return CompileSource(ReadSource(yaml, schema));
}

Compiled<CompiledReport> CompileText(const std::string& report, const Policies& policies) {
  CompileInputs inputs;
  const auto source = CompileSourceText(policies.source);
  INFO(Describe(source.diagnostics));
  REQUIRE(source.value != nullptr);
  inputs.source = source.value;
  const auto limits =
      LoadLimits(std::make_shared<const SourceText>("policies/limits/small.yaml", policies.limits), "small");
  INFO(Describe(limits.diagnostics));
  REQUIRE(limits.value != nullptr);
  inputs.limits = limits.value;
  inputs.known_sources = {"shop"};
  inputs.known_limits = {"small"};
  const auto loaded = LoadReport(std::make_shared<const SourceText>("reports/shop/items.yaml", report), "shop/items");
  INFO(Describe(loaded.diagnostics));
  REQUIRE(loaded.value != nullptr);
  return CompileReport(loaded.value, inputs);
}

std::string WordsAt(const Diagnostic& diagnostic) {
  const std::string& line = diagnostic.line_text;
  std::size_t begin = 0;
  for (int column = 1; column < diagnostic.position.column && begin < line.size(); ++column) {
    begin += CodePointAt(line, begin).bytes;
  }
  std::size_t end = begin;
  for (int count = 0; count < diagnostic.position.length && end < line.size(); ++count) {
    end += CodePointAt(line, end).bytes;
  }
  return line.substr(begin, end - begin);
}

std::string Describe(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    text += diagnostic.rule + " @ " + WordsAt(diagnostic) + ": " + diagnostic.message + " | " + diagnostic.help + "\n";
  }
  return text;
}

}  // namespace querygate::testing
