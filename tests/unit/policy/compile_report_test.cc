// What a well-formed declaration compiles to.
#include <algorithm>

#include <catch2/catch.hpp>

#include "tests/unit/policy/compile_fixture.h"

namespace querygate {
namespace {

using testing::Apply;
using testing::CompileText;
using testing::Describe;
using testing::Edit;
using testing::kReport;

std::shared_ptr<const CompiledReport> MustCompile(const std::vector<Edit>& edits = {},
                                                  const testing::Policies& policies = {}) {
  auto compiled = CompileText(Apply(kReport, edits), policies);
  INFO(Describe(compiled.diagnostics));
  REQUIRE(compiled.value != nullptr);
  return compiled.value;
}

const ColumnSpec& ColumnOf(const CompiledReport& report, std::string_view query, std::string_view name) {
  const CompiledQuery& found = report.queries[*report.FindQuery(query)];
  return *std::find_if(found.columns.begin(), found.columns.end(),
                       [name](const ColumnSpec& column) { return column.name == name; });
}

}  // namespace

TEST_CASE("a full report compiles without findings", "[compile]") {
  const auto compiled = CompileText(kReport);
  CHECK(Describe(compiled.diagnostics).empty());
  REQUIRE(compiled.value != nullptr);
  CHECK(compiled.value->id == "shop/items");
  CHECK(compiled.value->digest.size() == 64);
  CHECK(compiled.value->budget.vm_steps == 500);
  CHECK(compiled.value->budget.deadline == std::chrono::seconds(1));
  CHECK(compiled.value->budget.lock_wait == std::chrono::milliseconds(100));
}

TEST_CASE("the allowlist compares names without ASCII case and remembers who granted", "[compile]") {
  const auto report = MustCompile();
  const Grant* grant = report->allowlist.FindColumn("ITEMS", "Size");
  REQUIRE(grant != nullptr);
  CHECK(grant->spelling == "size");
  CHECK(grant->position.line > 0);
  CHECK(report->allowlist.FindColumn("items", "cost") == nullptr);
  CHECK(report->allowlist.FindFunction("COUNT") != nullptr);
  CHECK(report->allowlist.FindFunction("sum") == nullptr);
  REQUIRE(report->row_scope.size() == 1);
  CHECK(report->row_scope[0].columns == std::vector<std::pair<std::string, std::string>>{{"store", "store"}});
}

TEST_CASE("names fold by ASCII only", "[compile]") {
  CHECK(SameName("Units", "uNITS"));
  CHECK_FALSE(SameName("É", "é"));
  CHECK_FALSE(SameName("unit", "units"));
  CHECK(FoldName("ABCÉz") == "abcÉz");
}

TEST_CASE("lists become slots whose offsets lead back to the author's text", "[compile]") {
  const auto report = MustCompile();
  const CompiledStatement& statement = report->queries[1].statements.at(0);
  CHECK(statement.sql.find("tag IN (:tags__1, :tags__2, :tags__3) AND") != std::string::npos);
  std::vector<std::string> names;
  for (const Slot& slot : statement.slots) names.push_back(slot.sql_name);
  CHECK(names ==
        std::vector<std::string>{":state", ":seen_at", ":tags__1", ":tags__2", ":tags__3", ":country", ":price"});
  CHECK(statement.slots[1].bind);
  CHECK(statement.slots[1].index == 0);
  CHECK(statement.slots[4].item == 2);
  CHECK(statement.slots[4].index == *report->FindParameter("tags"));

  const std::string& original = statement.origin.text.value;
  const std::size_t name = original.find(":tags");
  for (const std::string_view slot : {":tags__1", ":tags__2", ":tags__3"}) {
    const std::size_t expanded = statement.sql.find(slot);
    CHECK(statement.origin.ToOriginal(expanded) == name);
    CHECK(statement.origin.ToOriginal(expanded + slot.size() - 1) <= name + 4);
  }
  CHECK(statement.origin.ToOriginal(0) == 0);
  CHECK(statement.origin.ToOriginal(statement.sql.find(":price")) == original.find(":price"));
  CHECK(statement.origin.ToOriginal(statement.sql.find(") AND (:country")) == original.find(") AND (:country"));
  CHECK(statement.origin.ToOriginal(statement.sql.size() + 100) == original.size());
}

TEST_CASE("a list used twice has its slots once, NOT IN included", "[compile]") {
  const auto report = MustCompile({{"tag IN (:tags)", "tag IN (:tags) AND zone not  in( :tags )"}});
  const CompiledStatement& statement = report->queries[1].statements.at(0);
  CHECK(statement.slots.size() == 7);
  CHECK(statement.sql.find("not  in( :tags__1, :tags__2, :tags__3 )") != std::string::npos);
  const std::size_t last = statement.sql.rfind(":tags__3");
  CHECK(statement.origin.ToOriginal(last) == statement.origin.text.value.rfind(":tags"));
}

TEST_CASE("names in strings and comments are no parameters", "[compile]") {
  const auto report = MustCompile({{"SELECT zone, size, cost", "SELECT zone, ':nothing' AS size, cost /* :no ? */"}});
  CHECK(report->queries[1].statements.at(0).slots.size() == 7);
}

TEST_CASE("every variant is a statement of its own", "[compile]") {
  const auto report = MustCompile();
  const CompiledQuery& recent = report->queries[2];
  REQUIRE(recent.statements.size() == 2);
  CHECK(recent.statements[0].variant == "size");
  CHECK(recent.statements[1].variant == "name");
  CHECK(recent.variant_parameter == report->FindParameter("sort"));
  CHECK(std::get<std::size_t>(recent.rows.max) == *report->FindParameter("limit"));
}

TEST_CASE("only delivered or cut rows need an order", "[compile]") {
  const auto report = MustCompile();
  CHECK_FALSE(report->queries[0].needs_order);  // exactly one
  CHECK_FALSE(report->queries[1].needs_order);  // only grouped
  CHECK(report->queries[2].needs_order);        // cut
  const auto both = MustCompile({{"    recent: recent\n", "    recent: recent\n    sizes: sizes\n"}});
  CHECK(both->queries[1].needs_order);
}

TEST_CASE("an integer is a JSON number exactly when its declared range is safe", "[compile]") {
  struct Case {
    std::string type;
    bool as_string;
  };
  const std::vector<Case> cases = {
      {"{ type: integer }", true},
      {"{ type: integer, min: 0 }", true},
      {"{ type: integer, max: 0 }", true},
      {"{ type: integer, min: -9007199254740991, max: 9007199254740991 }", false},
      {"{ type: integer, min: -9007199254740992, max: 9007199254740991 }", true},
      {"{ type: integer, min: -9007199254740991, max: 9007199254740992 }", true},
      {"{ type: integer, min: 0, max: 5, encode: decimal_string }", true},
      {"{ type: integer, enum: [1, 2] }", false},
      {"{ type: integer, enum: [1, 9007199254740992] }", true},
  };
  for (const Case& row : cases) {
    INFO(row.type);
    const auto report = MustCompile({{"{ type: integer, min: 1, max: 1000 }", row.type}});
    CHECK(ColumnOf(*report, "recent", "id").as_decimal_string == row.as_string);
  }
}

TEST_CASE("totals have bounds, and their encoding follows from them", "[compile]") {
  const auto report = MustCompile();
  const GroupSpec& group = std::get<GroupSpec>(report->result.parts.at(0).content);
  CHECK(group.max_groups == 5);
  CHECK(group.by == std::vector<std::size_t>{0});
  REQUIRE(group.columns.size() == 5);
  CHECK_FALSE(group.columns[1].as_decimal_string);  // a count
  CHECK(group.columns[2].reason == "too_large");
  CHECK(group.columns[2].max == TypedValue(Decimal{1000, 0}));
  CHECK(group.columns[2].as_decimal_string);  // no lower bound: that of 64 bits
  CHECK(group.columns[3].reason == "invalid_cost_sum_range");
  CHECK_FALSE(group.columns[3].min.has_value());
  CHECK(group.columns[4].as_decimal_string);  // the column's own range
  REQUIRE(group.order_by.size() == 2);
  CHECK(group.order_by[0].column == 2);
  CHECK(group.order_by[0].descending);

  const auto narrow = MustCompile({{"{ sum: size, max: 1000,", "{ sum: size, min: 0, max: 1000,"}});
  CHECK_FALSE(std::get<GroupSpec>(narrow->result.parts.at(0).content).columns[2].as_decimal_string);
  const auto wide = MustCompile({{"max: 1000, reason", "max: 170141183460469231731, reason"}});
  CHECK(std::get<GroupSpec>(wide->result.parts.at(0).content).columns[2].as_decimal_string);
}

TEST_CASE("coverage refers to what it names", "[compile]") {
  const auto report = MustCompile();
  const CoverageRule& coverage = *report->result.coverage;
  CHECK(coverage.window == std::pair(*report->FindParameter("start"), *report->FindParameter("end")));
  CHECK(coverage.as_of == report->FindParameter("as_of"));
  CHECK(coverage.watermark == std::pair<std::size_t, std::size_t>(0, 0));
  REQUIRE(coverage.absent.size() == 1);
  CHECK(coverage.absent[0].where == std::vector<std::pair<std::size_t, TypedValue>>{{1, std::string("new")}});
}

TEST_CASE("defaults are typed, relative ones stay relative", "[compile]") {
  const auto report = MustCompile();
  CHECK(report->parameters[2].default_value->values == std::vector<TypedValue>{std::int64_t{10}});
  CHECK(report->parameters[5].default_value->values == std::vector<TypedValue>{Decimal{150, 2}});
  const ParameterDefault& now = *report->parameters[*report->FindParameter("as_of")].default_value;
  CHECK(now.relative == RelativeTime{});
  const auto past = MustCompile({{"default: now }", "default: today-30d }"}});
  CHECK(past->parameters[*past->FindParameter("as_of")].default_value->relative == RelativeTime{true, -30});
}

TEST_CASE("reasons are listed in order of precedence", "[compile]") {
  const auto report = MustCompile();
  CHECK(report->reasons == std::vector<std::string>{"not_permitted",
                                                    "invalid_arguments",
                                                    "unknown_argument",
                                                    "missing_state",
                                                    "invalid_state",
                                                    "missing_tags",
                                                    "invalid_tags",
                                                    "invalid_limit",
                                                    "invalid_sort",
                                                    "invalid_country",
                                                    "invalid_price",
                                                    "invalid_window",
                                                    "scope_unavailable",
                                                    "source_limit",
                                                    "missing_seen",
                                                    "invalid_seen_type",
                                                    "invalid_seen_range",
                                                    "invalid_label_type",
                                                    "bad_zone",
                                                    "missing_size",
                                                    "invalid_size_type",
                                                    "invalid_size_range",
                                                    "missing_cost",
                                                    "invalid_cost_type",
                                                    "invalid_cost_range",
                                                    "missing_id",
                                                    "invalid_id_type",
                                                    "invalid_id_range",
                                                    "missing_kind",
                                                    "invalid_kind_type",
                                                    "invalid_kind_range",
                                                    "group_limit",
                                                    "too_large",
                                                    "invalid_cost_sum_range",
                                                    "no_mark",
                                                    "many_marks",
                                                    "result_bytes",
                                                    "incomplete_result"});
}

TEST_CASE("a column's own reason covers missing, type and range", "[compile]") {
  const auto report = MustCompile();
  const ColumnSpec& zone = ColumnOf(*report, "sizes", "zone");
  CHECK(zone.missing_reason == "bad_zone");
  CHECK(zone.type_reason == "bad_zone");
  CHECK(zone.range_reason == "bad_zone");
}

TEST_CASE("a deprecated report names its successor", "[compile]") {
  const auto report = MustCompile({{"version: 1\n", "version: 2\nstatus: deprecated\nreplaced_by: shop/other\n"}});
  CHECK(report->replaced_by == "shop/other");
  CHECK(report->status == ReportStatus::kDeprecated);
}

TEST_CASE("NUL bytes and broken SQL do not trouble the compiler", "[compile]") {
  // The gate refuses such statements; compiling them must only stay calm.
  const auto source = testing::CompileSourceText(testing::kSource);
  const auto limits = LoadLimits(std::make_shared<const SourceText>("l.yaml", testing::kLimits), "small");
  const auto loaded = LoadReport(std::make_shared<const SourceText>("r.yaml", kReport), "shop/items");
  REQUIRE(loaded.value != nullptr);
  for (const std::string& sql : {std::string("SELECT \0 :state", 15), std::string("SELECT '"), std::string(),
                                 std::string("/* open"), std::string(":"), std::string("SELECT \xFF:")}) {
    INFO(sql);
    auto declaration = std::make_shared<ReportDeclaration>(*loaded.value);
    declaration->queries[0].sql.variants[0].text.value = sql;
    const auto compiled = CompileReport(declaration, {source.value, limits.value, {}, {}});
    CHECK(compiled.diagnostics.size() <= 1);
  }
}

}  // namespace querygate
