// When a chart is drawn, of what, and that numbers to be read are the cells' own.
#include "tools/web/chart.h"

#include <catch2/catch.hpp>

namespace querygate::web::testing {
namespace {

using Role = ResultColumn::Role;

ResultTable Table(std::vector<std::pair<std::string, Role>> columns, std::vector<std::vector<std::string>> rows) {
  ResultTable table;
  table.name = "rows";
  for (auto& [name, role] : columns) table.columns.push_back({name, {}, {}, role});
  for (const std::vector<std::string>& row : rows) {
    std::vector<ResultCell> cells;
    for (const std::string& text : row) cells.push_back({text, text == "null"});
    table.rows.push_back(std::move(cells));
  }
  return table;
}

const std::pair<std::string, Role> kZone{"zone", Role::kCategory};
const std::pair<std::string, Role> kDay{"day", Role::kTime};
const std::pair<std::string, Role> kUnits{"units", Role::kNumber};
const std::pair<std::string, Role> kParcels{"parcels", Role::kNumber};

TEST_CASE("a chart needs something to compare and a number to compare by") {
  struct Case {
    const char* name;
    ResultTable table;
    bool drawn, over_time;
  };
  std::vector<std::vector<std::string>> most;
  for (std::size_t i = 0; i < kMostBars; ++i) most.push_back({"z" + std::to_string(i), "1"});
  std::vector<std::vector<std::string>> too_many = most;
  too_many.push_back({"more", "1"});
  ResultTable object = Table({kZone, kUnits}, {{"a", "1"}, {"b", "2"}});
  object.single = true;
  const std::vector<Case> cases = {
      {"categories", Table({kZone, kUnits}, {{"a", "1"}, {"b", "2"}}), true, false},
      {"days", Table({kDay, kUnits}, {{"2026-01-01", "1"}, {"2026-01-02", "2"}}), true, true},
      {"days backwards", Table({kDay, kUnits}, {{"2026-01-02", "1"}, {"2026-01-01", "2"}}), true, true},
      {"moments", Table({kDay, kUnits}, {{"2026-01-01T00:00:00Z", "1"}, {"2026-01-01T00:00:00.5Z", "2"}}), true, true},
      {"a day twice", Table({kDay, kUnits}, {{"2026-01-01", "1"}, {"2026-01-01", "2"}}), false, false},
      {"days to and fro", Table({kDay, kUnits}, {{"2026-01-01", "1"}, {"2026-01-03", "2"}, {"2026-01-02", "3"}}), false,
       false},
      {"a missing day", Table({kDay, kUnits}, {{"2026-01-01", "1"}, {"null", "2"}}), false, false},
      {"no rows", Table({kZone, kUnits}, {}), false, false},
      {"one row", Table({kZone, kUnits}, {{"a", "1"}}), false, false},
      {"no number", Table({kZone, kZone}, {{"a", "b"}, {"c", "d"}}), false, false},
      {"numbers only", Table({kParcels, kUnits}, {{"1", "1"}, {"2", "2"}}), false, false},
      {"no value", Table({kZone, kUnits}, {{"a", "null"}, {"b", "null"}}), false, false},
      {"one value", Table({kZone, kUnits}, {{"a", "null"}, {"b", "3"}}), true, false},
      {"as many bars as there may be", Table({kZone, kUnits}, most), true, false},
      {"one bar more", Table({kZone, kUnits}, too_many), false, false},
      {"an object", object, false, false},
  };
  for (const Case& each : cases) {
    CAPTURE(each.name);
    const auto plan = PlanChart(each.table, {});
    CHECK(plan.has_value() == each.drawn);
    if (plan) CHECK(plan->over_time == each.over_time);
  }
}

TEST_CASE("the last number is shown unless another one is asked for") {
  const ResultTable table = Table({kZone, kParcels, kUnits}, {{"a", "1", "2"}, {"b", "3", "4"}});
  CHECK(PlanChart(table, {})->measure == 2);
  CHECK(PlanChart(table, "parcels")->measure == 1);
  CHECK(PlanChart(table, "zone")->measure == 2);
  CHECK(PlanChart(table, "<b>")->measure == 2);
}

TEST_CASE("bars carry the digits that were delivered, on both sides of zero") {
  const ResultTable table =
      Table({kZone, kUnits}, {{"<b>", "9223372036854775807"}, {"less", "-9223372036854775807"}, {"none", "null"}});
  Html html;
  WriteChart(html, table, *PlanChart(table, {}));
  CHECK_THAT(html.text(), Catch::Contains(">9223372036854775807<") && Catch::Contains(">-9223372036854775807<"));
  CHECK_THAT(html.text(), Catch::Contains("&lt;b&gt;") && !Catch::Contains("<b>") && !Catch::Contains("e+18"));
  CHECK_THAT(html.text(), Catch::Contains(R"(class="above" x="50.00" y="0" width="50.00")"));
  CHECK_THAT(html.text(), Catch::Contains(R"(class="below" x="0.00" y="0" width="50.00")"));
}

TEST_CASE("a line stands where its times are, and breaks where a value is missing") {
  const ResultTable table = Table(
      {kDay, kUnits}, {{"2026-01-01", "0"}, {"2026-01-02", "10"}, {"2026-01-03", "null"}, {"2026-01-05", "0.10"}});
  Html html;
  WriteChart(html, table, *PlanChart(table, {}));
  CHECK_THAT(html.text(), Catch::Contains(R"(points="0.00,200.00 150.00,0.00")"));
  CHECK_THAT(html.text(), Catch::Contains(R"(points="600.00,198.00 600.00,198.00")"));
  CHECK_THAT(html.text(), Catch::Contains("least 0 at 2026-01-01, most 10 at 2026-01-02"));
  CHECK(html.text().find("style=") == std::string::npos);
}

}  // namespace
}  // namespace querygate::web::testing
