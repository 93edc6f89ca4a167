// Charts beside tables: bars for categories, a line over time. Doubles place the marks and nothing else: every number
// that is read is a cell's own text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/web/html.h"
#include "tools/web/result_view.h"

namespace querygate::web {

struct ChartPlan {
  bool over_time = false;                  // else bars
  std::size_t dimension = 0, measure = 0;  // columns
};

inline constexpr std::size_t kMostBars = 40;

// The numeric columns that the table's chart may show; empty: a chart would say nothing, or something wrong.
std::vector<std::size_t> ChartMeasures(const ResultTable& table);

// `wanted`: a column's name; the last numeric column otherwise. Empty when there is nothing to draw.
std::optional<ChartPlan> PlanChart(const ResultTable& table, const std::string& wanted);

void WriteChart(Html& html, const ResultTable& table, const ChartPlan& plan);

}  // namespace querygate::web
