#include "tests/unit/review/random_policy.h"

#include <algorithm>
#include <memory>

#include "engine/backend/registry.h"
#include "engine/load/documents.h"
#include "engine/policy/compile.h"
#include "engine/review/diff/parameter_search.h"

namespace querygate::review {

const std::string kItemsSchema =
    "CREATE TABLE items (id INTEGER PRIMARY KEY, kind TEXT, price INTEGER, name TEXT, day TEXT, at INTEGER, store "
    "TEXT);\n";

// 1767225600 is 2026-01-01T00:00:00Z.
const std::string kItemsRows = R"(
INSERT INTO items VALUES (1, 'tool', 5, 'saw', '2026-01-01', 1767225600, 's1');
INSERT INTO items VALUES (2, 'tool', 9, 'plane', '2026-01-02', 1767225660, 's1');
INSERT INTO items VALUES (3, 'toy', 12, 'kite', '2026-01-03', 1767225720, 's1');
INSERT INTO items VALUES (4, 'toy', 1, 'top', '2026-01-04', 1767226800, 's1');
INSERT INTO items VALUES (5, 'food', 2, 'bread', '2026-01-05', 1767227000, 's1');
INSERT INTO items VALUES (6, 'tool', 60, 'hammer drill', '2026-01-06', 1767225600, 's2');
INSERT INTO items VALUES (7, 'toy', NULL, 'ball', '2026-01-07', 1767225630, 's2');
INSERT INTO items VALUES (8, 'food', 0, NULL, '2026-01-08', 1767228000, 's2');
INSERT INTO items VALUES (9, 'tool', 7, 'File 9', '2026-02-09', 1767229000, 's1');
INSERT INTO items VALUES (10, 'tool', 3, 'rasp', '2026-02-10', 1767225601, 's1');
)";

namespace {

struct Choice {
  const char* name;
  int weight;  // how often it is the one that differs
  std::vector<std::string> alternatives;
};

const std::vector<Choice>& Choices() {
  static const std::vector<Choice> choices = {
      {"kind",
       6,
       {"enum: [tool]", "enum: [tool, toy]", "enum: [toy, tool]", "enum: [tool, toy, food]", "pattern: '[a-z]{3,4}'",
        "pattern: '[a-z]{3,5}'", "pattern: 'to(?:ol|y)'", "pattern: '(tool|toy|food)'", "pattern: '[^x]+'",
        "pattern: 't.*', max_length: 5", "max_length: 4", "max_length: 5", "min_length: 2, max_length: 5", "",
        "pattern: '\\p{Ll}+'"}},
      {"kind_presence", 3, {"", ", optional: true", ", default: tool"}},
      {"price",
       5,
       {"", "min: 0, max: 10", "min: 0, max: 20", "min: 1, max: 10", "enum: [1, 2, 5]", "enum: [1, 2, 5, 9]", "max: 10",
        "enum: [5]"}},
      {"price_presence", 3, {"", ", optional: true", ", default: 5"}},
      {"amount",
       4,
       {"precision: 6, scale: 2", "precision: 6, scale: 2, min: 0.00, max: 9.99", "precision: 6, scale: 2, max: 99.99",
        "precision: 6, scale: 1", "precision: 3, scale: 2", "precision: 20, scale: 2"}},
      {"amount_store", 1, {"scaled_integer", "text"}},
      {"day", 4, {"", "min: 2026-01-01, max: 2026-01-31", "min: 2026-01-01, max: 2026-02-28", "max: 2026-01-31"}},
      {"day_presence",
       3,
       {"", ", optional: true", ", default: 2026-01-05", ", default: 2026-01-06", ", default: today"}},
      {"window", 4, {"", "max: 20m", "max: 1h", "none"}},
      {"time_from", 2, {"", ", from: scope", ", from: scope, default: now"}},
      {"kinds",
       4,
       {"max_items: 2, enum: [tool, toy]", "max_items: 3, enum: [tool, toy]", "max_items: 3, enum: [tool, toy, food]",
        "max_items: 2, pattern: '[a-z]+'"}},
      {"limit", 4, {"min: 1, max: 5", "min: 1, max: 8", "min: 2, max: 8", "min: 1"}},
      {"limit_default", 2, {"", ", default: 3", ", default: 5"}},
      {"price_type", 1, {"integer", "string"}},
      {"max", 4, {"3", "5", "limit"}},
      {"over", 3, {"reject", "truncate"}},
      {"column_order", 1, {"id", "kind"}},
      {"kind_column",
       3,
       {"", ", enum: [tool, toy, food]", ", enum: [tool, toy]", ", max_length: 3", ", pattern: 't[a-z]+'"}},
      {"price_column", 3, {"", ", min: 0", ", min: 0, max: 10", ", max: 100"}},
      {"price_null", 2, {"", ", nullable: true"}},
      {"name_column", 3, {"", ", max_length: 5", ", pattern: '[a-z]+'", ", pattern: '[A-Za-z0-9 ]+'"}},
      {"name_null", 2, {"", ", nullable: true"}},
      {"grant", 2, {"id, kind, price, name, day, at", "id, kind, price, name, day, at, store"}},
      {"functions", 1, {"", "count"}},
      {"expose", 1, {"id, kind, price, name, day, at, store", "id, kind, price, name, day, at, store, rowid"}},
      {"row_scope", 3, {"", "items: { store: store }"}},
      {"source_rows", 2, {"100", "4"}},
      {"result_bytes", 2, {"64KiB", "200"}},
      {"groups", 1, {"5", "2"}},
      {"status", 2, {"active", "draft", "deprecated", "retired"}},
      {"version", 1, {"1", "2"}},
      {"sql", 1, {"ORDER BY id", "order by id -- the same", "AND id > 1 ORDER BY id"}},
      {"result", 1, {"rows", "group"}},
      {"group_max", 2, {"2", "3"}},
      {"total", 2, {"", ", max: 10", ", max: 100", ", min: 0"}},
      {"total_nulls", 2, {"", ", nulls: skip"}},
      {"access", 1, {"some", "none"}},
      {"a_reports", 3, {"items/*", "items/list", "other/*", "**"}},
      {"a_narrow",
       4,
       {"", "sort: [tool]", "sort: [tool, toy]", "most: { max: 5 }", "most: { min: 0, max: 5 }",
        "sort: [tool], most: { max: 9 }", "day: { max: 2026-01-10 }", "limit: { max: 3 }", "amount: { max: 5.00 }",
        "kinds: [tool]"}},
      {"b_reports", 3, {"items/*", "other/*"}},
      {"b_narrow", 3, {"", "sort: [tool]", "sort: [toy]", "limit: { max: 4 }"}},
      {"anonymous", 2, {"none", "a", "b"}},
      {"local", 2, {"", "[a]", "[a, b]", "[b]"}},
      {"words", 2, {"Items of a shop.", "All items of a shop."}},
  };
  return choices;
}

std::size_t IndexOf(const std::string& name) {
  const auto& choices = Choices();
  const auto found =
      std::find_if(choices.begin(), choices.end(), [&](const Choice& choice) { return name == choice.name; });
  return static_cast<std::size_t>(found - choices.begin());
}

std::string Separated(const std::string& options) { return options.empty() ? "" : ", " + options; }

std::string Role(const std::string& name, const std::string& reports, const std::string& narrow) {
  // A role that does not reach the report cannot narrow it.
  const bool reaches = reports != "other/*";
  return "  " + name + ": { reports: ['" + reports + "']" +
         (narrow.empty() || !reaches ? "" : ", narrow: { items/list: { " + narrow + " } }") + " }\n";
}

std::shared_ptr<const SourceText> File(const std::string& name, std::string text) {
  return std::make_shared<const SourceText>(name, std::move(text));
}

}  // namespace

RandomPolicy::RandomPolicy(fuzz::Random& random) {
  for (const Choice& choice : Choices()) picks_.push_back(random.Below(choice.alternatives.size()));
  // Most policies can be called by somebody.
  if (random.Chance(80)) picks_[IndexOf("status")] = 0;
  if (random.Chance(80)) picks_[IndexOf("access")] = 0;
  if (random.Chance(70)) picks_[IndexOf("result")] = 0;
  if (random.Chance(90)) picks_[IndexOf("price_type")] = 0;
  if (random.Chance(70)) picks_[IndexOf("a_reports")] = 0;
  if (random.Chance(70)) picks_[IndexOf("b_reports")] = 0;
  if (random.Chance(60)) picks_[IndexOf("local")] = 0;
  if (random.Chance(70)) picks_[IndexOf("result_bytes")] = 0;
  // Cut rows cannot be grouped.
  if (Get("result") == "group") {
    picks_[IndexOf("over")] = 0;
    if (Get("max") == "limit") picks_[IndexOf("max")] = 0;
  }
}

std::vector<std::string> RandomPolicy::Mutate(fuzz::Random& random, int count) {
  std::vector<std::string> names;
  const auto& choices = Choices();
  std::vector<std::size_t> lots;
  for (std::size_t index = 0; index < choices.size(); ++index) {
    lots.insert(lots.end(), static_cast<std::size_t>(choices[index].weight), index);
  }
  for (int i = 0; i < count; ++i) {
    const std::size_t index = random.Pick(lots);
    const std::size_t size = choices[index].alternatives.size();
    picks_[index] = (picks_[index] + 1 + random.Below(size - 1)) % size;
    names.emplace_back(choices[index].name);
  }
  return names;
}

std::string RandomPolicy::Get(const std::string& name) const {
  const std::size_t index = IndexOf(name);
  return Choices().at(index).alternatives.at(picks_.at(index));
}

std::string RandomPolicy::ReportText() const {
  const bool price_is_text = Get("price_type") == "string";
  const std::string times = ", store: unix_s" + Get("time_from");
  const std::string window = Get("window");
  const std::string status = Get("status");
  const bool group = Get("result") == "group";
  std::string text = "apiVersion: querygate/v1\nkind: Report\ntitle: Items\ndescription: " + Get("words") +
                     "\nowner: shop\nversion: " + Get("version") + "\nstatus: " + status + "\n" +
                     (status == "deprecated" ? "replaced_by: items/other\n" : "") +
                     "source: shop\nlimits: small\nparameters:\n";
  text += "  sort: { type: string" + Separated(Get("kind")) + Get("kind_presence") + " }\n";
  text += price_is_text ? "  most: { type: string, max_length: 3 }\n"
                        : "  most: { type: integer" + Separated(Get("price")) + Get("price_presence") + " }\n";
  text += "  amount: { type: decimal, " + Get("amount") + ", store: " + Get("amount_store") + ", optional: true }\n";
  text += "  day: { type: date" + Separated(Get("day")) + Get("day_presence") + " }\n";
  text += "  start: { type: timestamp" + times + " }\n  end: { type: timestamp" + times + " }\n";
  text += "  kinds: { type: string, list: true, " + Get("kinds") + " }\n";
  text += "  limit: { type: integer, " + Get("limit") + Get("limit_default") + " }\n";
  if (window != "none") text += "windows:\n  - { start: start, end: end" + Separated(window) + " }\n";
  text += "allow:\n  tables:\n    items: [" + Get("grant") + "]\n  functions: [" + Get("functions") + "]\n";
  text +=
      "queries:\n  list:\n    sql: |\n      SELECT id, kind, price, name FROM items\n"
      "      WHERE (:sort IS NULL OR kind = :sort) AND (:most IS NULL OR price IS NULL OR price <= :most)\n"
      "      AND (:amount IS NULL OR id * 100 > :amount) AND (:day IS NULL OR day <= :day)\n"
      "      AND at >= :start AND at < :end AND kind IN (:kinds) AND :limit > 0\n      " +
      Get("sql") + "\n";
  text += "    rows: { max: " + Get("max") + ", over: " + Get("over") + " }\n    columns:\n";
  const std::string id = "      id: { type: integer, min: 1, max: 1000 }\n";
  const std::string kind = "      kind: { type: text" + Get("kind_column") + " }\n";
  text += Get("column_order") == "id" ? id + kind : kind + id;
  text += "      price: { type: integer" + Get("price_column") + Get("price_null") + " }\n";
  text += "      name: { type: text" + Get("name_column") + Get("name_null") + " }\n";
  if (!group) return text + "result: { rows: list }\n";
  return text + "result:\n  group:\n    from: list\n    by: [kind]\n    max: " + Get("group_max") +
         "\n    columns:\n      kind: { from: kind }\n      total: { sum: price" + Get("total") + Get("total_nulls") +
         " }\n    order_by: [kind]\n";
}

std::string RandomPolicy::SourcePolicyText() const {
  const std::string scope = Get("row_scope");
  return "apiVersion: querygate/v1\nkind: Source\nbackend: sqlite\nschema: shop.sql\nexpose:\n  items: [" +
         Get("expose") + "]\nfunctions: [count]\n" + (scope.empty() ? "" : "row_scope:\n  " + scope + "\n");
}

std::string RandomPolicy::LimitsText() const {
  return "apiVersion: querygate/v1\nkind: Limits\ndeadline: 60s\nsource_rows: " + Get("source_rows") +
         "\nresult_bytes: " + Get("result_bytes") + "\ngroups: " + Get("groups") + "\n";
}

std::string RandomPolicy::AccessText() const {
  const std::string local = Get("local");
  return "apiVersion: querygate/v1\nkind: Access\nclaims: { roles: roles }\nscope:\n  store: { claim: store, type: "
         "string }\n"
         "  start: { claim: start, type: timestamp }\n  end: { claim: end, type: timestamp }\nroles:\n" +
         Role("a", Get("a_reports"), Get("a_narrow")) + Role("b", Get("b_reports"), Get("b_narrow")) +
         "anonymous: " + Get("anonymous") + "\n" + (local.empty() ? "" : "local: " + local + "\n");
}

std::string RandomPolicy::Text() const {
  return ReportText() + "---\n" + SourcePolicyText() + "---\n" + LimitsText() + "---\n" +
         (Get("access") == "some" ? AccessText() : "");
}

std::optional<PolicySide> RandomPolicy::Compile() const {
  const auto source = LoadSource(File("policies/sources/shop.yaml", SourcePolicyText()), "shop");
  const auto limits = LoadLimits(File("policies/limits/small.yaml", LimitsText()), "small");
  const auto report = LoadReport(File("reports/items/list.yaml", ReportText()), kRandomReport);
  if (!source.value || !limits.value || !report.value) return std::nullopt;
  SourceDeclaration declaration = *source.value;
  declaration.schema_text = File("policies/sources/shop.sql", kItemsSchema);
  CompileInputs inputs;
  inputs.source = CompileSource(std::make_shared<const SourceDeclaration>(std::move(declaration))).value;
  inputs.limits = limits.value;
  if (!inputs.source) return std::nullopt;
  const auto compiled = CompileReport(report.value, inputs);
  if (!compiled.value) return std::nullopt;
  auto inspection = MakeBackend("sqlite")->InspectSchema(*compiled.value);
  if (!inspection || !inspection->clean()) return std::nullopt;

  PolicySide side;
  side.reports.emplace(kRandomReport, ReviewedReport{compiled.value, *std::move(inspection)});
  side.sources.emplace("shop", inputs.source);
  if (Get("access") == "none") return side;
  const auto access = LoadAccess(File("policies/access.yaml", AccessText()));
  if (!access.value) return std::nullopt;
  const auto rules = CompileAccess(access.value);
  if (!rules.value) return std::nullopt;
  side.access = *rules.value;
  return side;
}

namespace {

Argument Text(std::string text) {
  Argument argument;
  argument.kind = Argument::Kind::kString;
  argument.text = std::move(text);
  return argument;
}

const std::map<std::string, std::vector<std::string>>& Pools() {
  static const std::map<std::string, std::vector<std::string>> pools = {
      {"sort",
       {"tool", "tool", "toy", "food", "x", "", "toys", "abcd", "abcde", "to", "TOOL", "tools", "tooool", "t\n"}},
      {"kinds", {"tool", "tool", "toy", "food", "x"}},
      {"amount",
       {"0.00", "9.99", "10.00", "99.99", "100.00", "1.5", "0.001", "5.01", "-1.00", "9999.99", "12345678.00"}},
      {"day",
       {"2026-01-05", "2025-12-31", "2026-01-01", "2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01", "2026-01-10",
        "2026-01-11"}},
      {"start", {"2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z", "2026-01-01T00:00:00.5Z"}},
      {"end",
       {"2026-01-01T00:20:00Z", "2026-01-01T00:20:00Z", "2026-01-01T00:20:01Z", "2026-01-01T01:00:00Z",
        "2026-01-01T01:00:01Z", "2026-01-01T01:00:02Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:30Z"}},
  };
  return pools;
}

}  // namespace

std::optional<Argument> RandomArgument(fuzz::Random& random, const std::string& parameter) {
  if (parameter == "kinds") {
    Argument list;
    list.kind = Argument::Kind::kArray;
    for (std::int64_t count = random.Between(1, 4); count > 0; --count) {
      list.items.push_back(Text(random.Pick(Pools().at(parameter))));
    }
    return list;
  }
  if (random.Chance(25)) return std::nullopt;
  if (parameter == "most" && random.Chance(10)) return Text("12");
  if (parameter == "most" || parameter == "limit") return ToArgument(random.Between(-1, random.Chance(80) ? 12 : 22));
  return Text(random.Pick(Pools().at(parameter)));
}

}  // namespace querygate::review
