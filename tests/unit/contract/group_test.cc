#include "engine/contract/group.h"

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/contract/accumulator.h"

using namespace querygate;

namespace {

using Kind = GroupColumnDeclaration::Kind;
using Row = std::vector<TypedValue>;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMaxSafe = 9'007'199'254'740'991;

TypedValue Text(const std::string& text) { return text; }
TypedValue Int(std::int64_t value) { return value; }

ColumnSpec Input(const std::string& name, ColumnType type, int scale = 0) {
  ColumnSpec spec;
  spec.name = name;
  spec.type = type;
  spec.scale = scale;
  spec.missing_reason = "missing_" + name;
  return spec;
}

GroupColumnSpec Column(Kind kind, const std::string& name, std::size_t input) {
  GroupColumnSpec column;
  column.kind = kind;
  column.name = name;
  column.input = input;
  column.reason = "invalid_" + name + "_range";
  return column;
}

GroupColumnSpec Rows(const std::string& name) {
  GroupColumnSpec column = Column(Kind::kCount, name, 0);
  column.count_rows = true;
  return column;
}

// The founding contract: zone, parcels, units_decimal by zone.
GroupSpec Founding() {
  GroupSpec spec;
  spec.by = {0};
  spec.max_groups = 20;
  spec.inputs = {Input("zone", ColumnType::kText), Input("units", ColumnType::kInteger)};
  GroupColumnSpec sum = Column(Kind::kSum, "units_decimal", 1);
  sum.max = kMax;
  sum.as_decimal_string = true;
  sum.reason = "sum_out_of_range";
  spec.columns = {Column(Kind::kFrom, "zone", 0), Rows("parcels"), sum};
  spec.order_by = {{0, false}};
  return spec;
}

Expected<RowSet, Rejection> Run(const GroupSpec& spec, const std::vector<Row>& rows) {
  Grouper grouper(spec);
  for (const Row& row : rows) grouper.Add(row);
  return grouper.Finish();
}

void CheckCells(const GroupSpec& spec, const std::vector<Row>& rows, const std::vector<Cell>& expected) {
  const Expected<RowSet, Rejection> result = Run(spec, rows);
  INFO((result ? std::string() : result.error().reason));
  REQUIRE(result.has_value());
  CHECK(result->cells == expected);
}

void CheckReason(const GroupSpec& spec, const std::vector<Row>& rows, const std::string& reason) {
  const Expected<RowSet, Rejection> result = Run(spec, rows);
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().kind == RejectionKind::kInvalidData);
  CHECK(result.error().reason == reason);
}

std::vector<Cell> Cells(std::initializer_list<Cell> cells) { return cells; }
Cell Str(const std::string& text) { return text; }

}  // namespace

TEST_CASE("groups are counted and summed exactly, in order", "[group]") {
  const GroupSpec spec = Founding();
  CheckCells(spec, {}, {});
  CheckCells(spec, {{Text("west"), Int(3)}, {Text("east"), Int(2)}, {Text("west"), Int(kMaxSafe + 2)}},
             Cells({Str("east"), std::int64_t{1}, Str("2"), Str("west"), std::int64_t{2}, Str("9007199254740996")}));
  CHECK(Run(spec, {})->columns == std::vector<std::string>{"zone", "parcels", "units_decimal"});
}

TEST_CASE("a total may reach its bound and not pass it", "[group]") {
  const GroupSpec spec = Founding();
  CheckCells(spec, {{Text("east"), Int(kMax - 1)}, {Text("east"), Int(1)}},
             Cells({Str("east"), std::int64_t{2}, Str("9223372036854775807")}));
  CheckReason(spec, {{Text("east"), Int(kMax)}, {Text("east"), Int(1)}}, "sum_out_of_range");
}

TEST_CASE("a total that overflows on its way is judged at its end", "[group]") {
  GroupSpec spec = Founding();
  const std::vector<Row> rows = {{Text("e"), Int(kMax)}, {Text("e"), Int(kMax)}, {Text("e"), Int(kMin)}};
  CheckCells(spec, rows, Cells({Str("e"), std::int64_t{3}, Str("9223372036854775806")}));

  // Without declared bounds those of 64 bits hold, on both sides.
  spec.columns[2].max.reset();
  CheckCells(spec, {{Text("e"), Int(kMin + 1)}, {Text("e"), Int(-1)}},
             Cells({Str("e"), std::int64_t{2}, Str("-9223372036854775808")}));
  CheckReason(spec, {{Text("e"), Int(kMin)}, {Text("e"), Int(-1)}}, "sum_out_of_range");
  CheckReason(spec, {{Text("e"), Int(kMax)}, {Text("e"), Int(1)}}, "sum_out_of_range");
  // A declared wider bound widens.
  spec.columns[2].max = *ParseDecimal("9223372036854775808");
  CheckCells(spec, {{Text("e"), Int(kMax)}, {Text("e"), Int(1)}},
             Cells({Str("e"), std::int64_t{2}, Str("9223372036854775808")}));
  CheckReason(spec, {{Text("e"), Int(kMax)}, {Text("e"), Int(2)}}, "sum_out_of_range");
}

TEST_CASE("a total that is no string stays within what JSON numbers hold", "[group]") {
  GroupSpec spec = Founding();
  spec.columns[2].as_decimal_string = false;
  CheckCells(spec, {{Text("e"), Int(kMaxSafe)}}, Cells({Str("e"), std::int64_t{1}, kMaxSafe}));
  CheckReason(spec, {{Text("e"), Int(kMaxSafe)}, {Text("e"), Int(1)}}, "sum_out_of_range");
}

TEST_CASE("one group more than allowed rejects before any total does", "[group]") {
  GroupSpec spec = Founding();
  std::vector<Row> rows;
  for (int zone = 0; zone < 20; ++zone) rows.push_back({Text("zone" + std::to_string(zone)), Int(1)});
  CHECK(Run(spec, rows)->row_count() == 20);
  rows.push_back({Text("zone0"), Int(1)});
  CHECK(Run(spec, rows)->row_count() == 20);
  rows.push_back({Text("zone0"), Int(kMax)});
  CheckReason(spec, rows, "sum_out_of_range");
  rows.push_back({Text("zone20"), Int(1)});
  CheckReason(spec, rows, "group_limit");
  spec.max_groups = 0;
  CheckCells(spec, {}, {});
  CheckReason(spec, {{Text("e"), Int(1)}}, "group_limit");
}

TEST_CASE("the first bad total in delivery order wins, then the first column", "[group]") {
  GroupSpec spec = Founding();
  spec.columns.push_back(Column(Kind::kMax, "largest", 1));
  spec.columns[3].max = std::int64_t{10};
  spec.columns[2].max = std::int64_t{100};
  const std::vector<Row> rows = {{Text("b"), Int(101)}, {Text("a"), Int(50)}};
  CheckReason(spec, rows, "invalid_largest_range");  // group a
  spec.order_by = {{0, true}};
  CheckReason(spec, rows, "sum_out_of_range");  // group b, where both are bad
}

TEST_CASE("text groups by code point: nothing is folded, trimmed or normalised", "[group]") {
  GroupSpec spec = Founding();
  spec.columns = {spec.columns[0], spec.columns[1]};
  CheckCells(spec,
             {{Text("\xF0\x90\x80\x80"), Int(1)},
              {Text("a"), Int(1)},
              {Text("A"), Int(1)},
              {Text("a "), Int(1)},
              {Text("\xEF\xBF\xBD"), Int(1)},
              {Text("e\xCC\x81"), Int(1)},
              {Text("\xC3\xA9"), Int(1)},
              {Text(""), Int(1)},
              {Text("a"), Int(1)}},
             Cells({Str(""), std::int64_t{1}, Str("A"), std::int64_t{1}, Str("a"), std::int64_t{2}, Str("a "),
                    std::int64_t{1}, Str("e\xCC\x81"), std::int64_t{1}, Str("\xC3\xA9"), std::int64_t{1},
                    Str("\xEF\xBF\xBD"), std::int64_t{1}, Str("\xF0\x90\x80\x80"), std::int64_t{1}}));
}

TEST_CASE("keys of several columns do not run into each other", "[group]") {
  GroupSpec spec = Founding();
  spec.inputs = {Input("a", ColumnType::kText), Input("b", ColumnType::kText)};
  spec.by = {0, 1};
  spec.columns = {Column(Kind::kFrom, "b", 1), Column(Kind::kFrom, "a", 0), Rows("n")};
  spec.order_by = {};
  CheckCells(spec,
             {{Text("ab"), Text("c")}, {Text("a"), Text("bc")}, {std::monostate(), Text("")}, {Text(""), Text("")}},
             Cells({Str(""), Cell(), std::int64_t{1}, Str(""), Str(""), std::int64_t{1}, Str("bc"), Str("a"),
                    std::int64_t{1}, Str("c"), Str("ab"), std::int64_t{1}}));
}

TEST_CASE("a null in one key column is not a null in another", "[group]") {
  GroupSpec spec = Founding();
  spec.inputs = {Input("a", ColumnType::kInteger), Input("b", ColumnType::kInteger)};
  spec.by = {0, 1};
  spec.columns = {Column(Kind::kFrom, "a", 0), Column(Kind::kFrom, "b", 1)};
  CheckCells(spec, {{Int(5), std::monostate()}, {std::monostate(), Int(5)}},
             Cells({Cell(), std::int64_t{5}, std::int64_t{5}, Cell()}));
}

TEST_CASE("every type of key keeps its values apart", "[group]") {
  struct Case {
    ColumnType type;
    int scale;
    TypedValue less, greater;
    Cell less_cell, greater_cell;
  };
  const auto row = GENERATE(values<Case>({
      {ColumnType::kInteger, 0, std::int64_t{-1}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{1}},
      {ColumnType::kBoolean, 0, false, true, false, true},
      {ColumnType::kReal, 0, -0.5, 0.5, -0.5, 0.5},
      {ColumnType::kDecimal, 2, Decimal{-1, 2}, Decimal{1, 2}, std::string("-0.01"), std::string("0.01")},
      {ColumnType::kDate, 0, Date{0}, Date{1}, std::string("1970-01-01"), std::string("1970-01-02")},
      {ColumnType::kTimestamp, 0, Instant{0, 0}, Instant{0, 1'000'000}, std::string("1970-01-01T00:00:00Z"),
       std::string("1970-01-01T00:00:00.001Z")},
      {ColumnType::kBlob, 0, Bytes{"a"}, Bytes{"b"}, std::string("YQ=="), std::string("Yg==")},
  }));
  CAPTURE(NameOf(row.type));
  GroupSpec spec = Founding();
  spec.inputs = {Input("key", row.type, row.scale)};
  spec.columns = {Column(Kind::kFrom, "key", 0), Rows("n")};
  CheckCells(spec, {{row.greater}, {row.less}, {std::monostate()}, {row.greater}},
             {Cell(), std::int64_t{1}, row.less_cell, std::int64_t{1}, row.greater_cell, std::int64_t{2}});
}

TEST_CASE("order_by may take any column either way, and ties fall back to the keys", "[group]") {
  GroupSpec spec = Founding();
  spec.columns = {spec.columns[0], spec.columns[2]};
  spec.order_by = {{1, true}};
  CheckCells(spec, {{Text("c"), Int(5)}, {Text("b"), Int(5)}, {Text("a"), Int(-1)}, {Text("d"), Int(10)}},
             Cells({Str("d"), Str("10"), Str("b"), Str("5"), Str("c"), Str("5"), Str("a"), Str("-1")}));
}

TEST_CASE("one total has one row even for no rows", "[group]") {
  GroupSpec spec = Founding();
  spec.by = {};
  spec.max_groups = 1;
  GroupColumnSpec least = Column(Kind::kMin, "least", 1);
  least.skip_nulls = true;
  spec.columns = {Rows("parcels"), spec.columns[2], least};
  spec.order_by = {};
  CheckCells(spec, {}, Cells({std::int64_t{0}, Str("0"), Cell()}));
  CheckCells(spec, {{Text("a"), Int(4)}, {Text("b"), Int(3)}}, Cells({std::int64_t{2}, Str("7"), std::int64_t{3}}));
  spec.columns[2].skip_nulls = false;
  CheckReason(spec, {}, "invalid_least_range");
}

TEST_CASE("nulls are skipped when that is said, else they reject", "[group]") {
  GroupSpec spec = Founding();
  GroupColumnSpec known = Column(Kind::kCount, "known", 1);
  GroupColumnSpec least = Column(Kind::kMin, "least", 1);
  GroupColumnSpec most = Column(Kind::kMax, "most", 1);
  spec.columns[2].skip_nulls = true;
  least.skip_nulls = true;
  most.skip_nulls = true;
  spec.columns.insert(spec.columns.end(), {known, least, most});
  const std::vector<Row> rows = {
      {Text("e"), Int(4)}, {Text("e"), std::monostate()}, {Text("e"), Int(-2)}, {Text("w"), std::monostate()}};
  CheckCells(spec, rows,
             Cells({Str("e"), std::int64_t{3}, Str("2"), std::int64_t{2}, std::int64_t{-2}, std::int64_t{4}, Str("w"),
                    std::int64_t{1}, Str("0"), std::int64_t{0}, Cell(), Cell()}));
  spec.columns[4].skip_nulls = false;
  CheckReason(spec, rows, "missing_units");
}

TEST_CASE("decimals sum at their scale beyond any double", "[group]") {
  GroupSpec spec = Founding();
  spec.inputs[1] = Input("amount", ColumnType::kDecimal, 2);
  spec.columns[2].max.reset();
  CheckCells(spec, {{Text("e"), Decimal{10, 2}}, {Text("e"), Decimal{20, 2}}, {Text("e"), Decimal{-5, 2}}},
             Cells({Str("e"), std::int64_t{3}, Str("0.25")}));
  const Decimal huge = *Rescale(*ParseDecimal(std::string(36, '9') + ".99"), 2);
  CheckCells(spec, {{Text("e"), huge}}, Cells({Str("e"), std::int64_t{1}, Str(std::string(36, '9') + ".99")}));
  CheckReason(spec, {{Text("e"), huge}, {Text("e"), Decimal{1, 2}}}, "sum_out_of_range");
  CheckCells(spec, {{Text("e"), huge}, {Text("e"), huge}, {Text("e"), Decimal{-huge.coefficient, 2}}},
             Cells({Str("e"), std::int64_t{3}, Str(std::string(36, '9') + ".99")}));
  spec.columns[2].max = *ParseDecimal("0.30");
  CheckCells(spec, {{Text("e"), Decimal{30, 2}}}, Cells({Str("e"), std::int64_t{1}, Str("0.30")}));
  CheckReason(spec, {{Text("e"), Decimal{31, 2}}}, "sum_out_of_range");
}

TEST_CASE("extremes keep the type of their column", "[group]") {
  GroupSpec spec = Founding();
  spec.inputs[1] = Input("happened", ColumnType::kTimestamp);
  spec.columns = {spec.columns[0], Column(Kind::kMin, "first", 1), Column(Kind::kMax, "last", 1)};
  CheckCells(spec, {{Text("e"), Instant{5, 0}}, {Text("e"), Instant{-5, 0}}, {Text("e"), Instant{0, 0}}},
             Cells({Str("e"), Str("1969-12-31T23:59:55Z"), Str("1970-01-01T00:00:05Z")}));
}

TEST_CASE("counts have bounds like any total", "[group]") {
  GroupSpec spec = Founding();
  spec.columns[1].max = std::int64_t{1};
  spec.columns[1].as_decimal_string = true;
  CheckCells(spec, {{Text("e"), Int(1)}}, Cells({Str("e"), Str("1"), Str("1")}));
  CheckReason(spec, {{Text("e"), Int(1)}, {Text("e"), Int(1)}}, "invalid_parcels_range");
}

TEST_CASE("a sum of doubles is no exact total", "[group]") {
  GroupSpec spec = Founding();
  spec.inputs[1] = Input("weight", ColumnType::kReal);
  CheckReason(spec, {{Text("e"), 0.5}}, "sum_out_of_range");
}

TEST_CASE("wide sums do not depend on the order of their terms", "[group]") {
  std::mt19937_64 random(7);
  std::vector<Int128> terms;
  Int128 expected = 0;
  for (int i = 0; i < 200; ++i) {
    const Int128 term = Int128{static_cast<std::int64_t>(random())} * static_cast<std::int64_t>(random() >> 4U);
    terms.push_back(term);
    terms.push_back(-term);
    const Int128 small = static_cast<std::int64_t>(random());
    terms.push_back(small);
    expected += small;
  }
  for (int round = 0; round < 20; ++round) {
    std::shuffle(terms.begin(), terms.end(), random);
    WideSum sum;
    for (const Int128 term : terms) sum.Add(term);
    REQUIRE(sum.ToDecimal(0).has_value());
    CHECK(ToDecimalString(sum.ToDecimal(0)->coefficient) == ToDecimalString(expected));
  }
}

TEST_CASE("wide sums compare beyond 38 digits", "[group]") {
  const Int128 most = ParseDecimal(std::string(38, '9'))->coefficient;
  WideSum one, two, negative, spelt_otherwise;
  one.Add(most);
  two.Add(most);
  two.Add(most);
  negative.Add(-most);
  negative.Add(-most);
  CHECK(one < two);
  CHECK(negative < one);
  CHECK_FALSE(two.ToDecimal(0).has_value());
  CHECK_FALSE(negative.ToDecimal(0).has_value());
  spelt_otherwise.Add(most);
  spelt_otherwise.Add(-1);
  spelt_otherwise.Add(1);
  CHECK(spelt_otherwise == one);

  // The same number by way of two digits of 10^19 and by way of one.
  const Int128 base = ParseDecimal("10000000000000000000")->coefficient;
  WideSum carried, plain;
  carried.Add(base);
  carried.Add(-1);
  plain.Add(base - 1);
  CHECK(carried == plain);
  plain.Add(1);
  CHECK(carried < plain);
}
