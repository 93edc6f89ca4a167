#include "tools/web/chart.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "engine/base/calendar.h"

namespace querygate::web {

namespace {

using Role = ResultColumn::Role;

std::optional<double> PositionOf(const ResultCell& cell) {
  double value = 0;
  const char* const end = cell.text.data() + cell.text.size();
  const auto read = std::from_chars(cell.text.data(), end, value);
  if (cell.is_null || read.ec != std::errc() || read.ptr != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> SecondsOf(const ResultCell& cell) {
  if (const auto date = ParseDate(cell.text)) return static_cast<double>(StartOf(*date).seconds);
  if (const auto instant = ParseTimestamp(cell.text)) {
    return static_cast<double>(instant->seconds) + instant->nanoseconds / 1e9;
  }
  return std::nullopt;
}

// Coordinates are short: hundredths are finer than anybody's screen here.
std::string Coordinate(double value) {
  std::array<char, 32> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, 2);
  return {buffer.data(), written.ptr};
}

std::optional<std::size_t> FindDimension(const ResultTable& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Role role = table.columns[i].role;
    if (role == Role::kTime || role == Role::kCategory) return i;
  }
  return std::nullopt;
}

// A line needs each moment once and in one direction; anything else would draw a history that there is not.
bool IsOrdered(const ResultTable& table, std::size_t column) {
  int direction = 0;
  std::optional<double> last;
  for (const std::vector<ResultCell>& row : table.rows) {
    const auto at = SecondsOf(row[column]);
    if (!at || (last && *at == *last)) return false;
    if (last) {
      const int step = *at > *last ? 1 : -1;
      if (direction != 0 && step != direction) return false;
      direction = step;
    }
    last = at;
  }
  return true;
}

struct Scale {
  double low = 0, high = 0;  // both sides of zero included
  double Of(double value) const { return high > low ? (value - low) / (high - low) : 0; }
};

Scale ScaleOf(const ResultTable& table, std::size_t measure) {
  Scale scale;
  for (const std::vector<ResultCell>& row : table.rows) {
    const auto value = PositionOf(row[measure]);
    if (!value) continue;
    scale.low = std::min(scale.low, *value);
    scale.high = std::max(scale.high, *value);
  }
  return scale;
}

void WriteBars(Html& html, const ResultTable& table, const ChartPlan& plan) {
  const Scale scale = ScaleOf(table, plan.measure);
  html.Open("ul", {{"class", "bars"}});
  for (const std::vector<ResultCell>& row : table.rows) {
    html.Open("li").Element("span", {{"class", "label"}}, row[plan.dimension].text);
    html.Open("svg", {{"viewBox", "0 0 100 10"}, {"preserveAspectRatio", "none"}, {"aria-hidden", "true"}});
    if (const auto value = PositionOf(row[plan.measure])) {
      const double zero = scale.Of(0) * 100;
      const double end = scale.Of(*value) * 100;
      html.Open("rect", {{"class", *value < 0 ? "below" : "above"},
                         {"x", Coordinate(std::min(zero, end))},
                         {"y", "0"},
                         {"width", Coordinate(std::abs(end - zero))},
                         {"height", "10"}});
      html.Close();
    }
    html.Close().Element("span", {{"class", "value"}}, row[plan.measure].text).Close();
  }
  html.Close();
}

void WriteLine(Html& html, const ResultTable& table, const ChartPlan& plan) {
  const Scale scale = ScaleOf(table, plan.measure);
  double first = *SecondsOf(table.rows.front()[plan.dimension]);
  double last = *SecondsOf(table.rows.back()[plan.dimension]);
  const std::vector<ResultCell>*earliest = &table.rows.front(), *latest = &table.rows.back();
  if (last < first) {
    std::swap(first, last);
    std::swap(earliest, latest);
  }
  const std::vector<ResultCell>*least = nullptr, *most = nullptr;
  std::vector<std::string> strokes(1);  // a missing value breaks the line
  for (const std::vector<ResultCell>& row : table.rows) {
    const auto value = PositionOf(row[plan.measure]);
    if (!value) {
      if (!strokes.back().empty()) strokes.emplace_back();
      continue;
    }
    if (least == nullptr || *value < *PositionOf((*least)[plan.measure])) least = &row;
    if (most == nullptr || *value > *PositionOf((*most)[plan.measure])) most = &row;
    const double x = last > first ? (*SecondsOf(row[plan.dimension]) - first) / (last - first) * 600 : 300;
    strokes.back() +=
        (strokes.back().empty() ? "" : " ") + Coordinate(x) + "," + Coordinate(200 - scale.Of(*value) * 200);
  }
  html.Open("div", {{"class", "line"}});
  html.Open("svg", {{"viewBox", "0 0 600 200"}, {"preserveAspectRatio", "none"}, {"aria-hidden", "true"}});
  const std::string zero = Coordinate(200 - scale.Of(0) * 200);
  html.Open("path", {{"class", "zero"}, {"vector-effect", "non-scaling-stroke"}, {"d", "M0," + zero + " H600"}})
      .Close();
  for (const std::string& points : strokes) {
    if (points.empty()) continue;
    // A single point has no length; a cap makes it seen.
    const std::string line = points.find(' ') == std::string::npos ? points + " " + points : points;
    html.Open("polyline", {{"class", "stroke"}, {"vector-effect", "non-scaling-stroke"}, {"points", line}}).Close();
  }
  html.Close().Open("p", {{"class", "ends"}});
  html.Element("span", (*earliest)[plan.dimension].text).Element("span", (*latest)[plan.dimension].text).Close();
  html.Element("p", {{"class", "range"}},
               "least " + (*least)[plan.measure].text + " at " + (*least)[plan.dimension].text + ", most " +
                   (*most)[plan.measure].text + " at " + (*most)[plan.dimension].text);
  html.Close();
}

}  // namespace

std::vector<std::size_t> ChartMeasures(const ResultTable& table) {
  const auto dimension = FindDimension(table);
  if (!dimension || table.single || table.rows.size() < 2 || table.rows.size() > kShownRows) return {};
  const bool over_time = table.columns[*dimension].role == Role::kTime;
  if (over_time ? !IsOrdered(table, *dimension) : table.rows.size() > kMostBars) return {};
  std::vector<std::size_t> measures;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const bool any = std::any_of(table.rows.begin(), table.rows.end(),
                                 [i](const std::vector<ResultCell>& row) { return PositionOf(row[i]).has_value(); });
    if (table.columns[i].role == Role::kNumber && any) measures.push_back(i);
  }
  return measures;
}

std::optional<ChartPlan> PlanChart(const ResultTable& table, const std::string& wanted) {
  const std::vector<std::size_t> measures = ChartMeasures(table);
  if (measures.empty()) return std::nullopt;
  const std::size_t dimension = *FindDimension(table);
  ChartPlan plan{table.columns[dimension].role == Role::kTime, dimension, measures.back()};
  for (const std::size_t measure : measures) {
    if (table.columns[measure].name == wanted) plan.measure = measure;
  }
  return plan;
}

void WriteChart(Html& html, const ResultTable& table, const ChartPlan& plan) {
  const ResultColumn& measure = table.columns[plan.measure];
  std::string title = measure.name + (measure.unit.empty() ? "" : " (" + measure.unit + ")") +
                      (plan.over_time ? " over " : " by ") + table.columns[plan.dimension].name;
  if (table.truncated) title += ", of the rows that are shown";
  html.Open("figure", {{"class", "chart"}}).Element("figcaption", title);
  if (plan.over_time) {
    WriteLine(html, table, plan);
  } else {
    WriteBars(html, table, plan);
  }
  html.Close();
}

}  // namespace querygate::web
