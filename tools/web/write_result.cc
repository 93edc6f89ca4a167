// Results as HTML.
#include "tools/web/result_view.h"

namespace querygate::web {

namespace {

using Role = ResultColumn::Role;

std::optional<std::string> CellClass(const ResultColumn& column, bool is_null) {
  if (is_null) return "null";
  return column.role == Role::kNumber ? std::optional<std::string>("number") : std::nullopt;
}

std::string RowCount(const ResultTable& table) {
  const std::size_t rows = table.rows.size();
  if (table.single) return {};
  return " (" + std::to_string(rows) + (rows == 1 ? " row" : " rows") + (table.truncated ? ", cut)" : ")");
}

void WriteHeading(Html& html, const ResultColumn& column, std::string_view scope) {
  html.Open("th", {{"scope", std::string(scope)}, {"class", scope == "col" ? CellClass(column, false) : std::nullopt}});
  html.Text(column.name);
  if (!column.unit.empty()) html.Text(" ").Element("span", {{"class", "unit"}}, column.unit);
  html.Close();
}

// One object reads better downwards than across.
void WriteObject(Html& html, const ResultTable& table) {
  html.Open("tbody");
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    html.Open("tr");
    WriteHeading(html, table.columns[i], "row");
    const ResultCell& cell = table.rows.front()[i];
    html.Element("td", {{"class", cell.is_null ? std::optional<std::string>("null") : std::nullopt}}, cell.text);
    html.Close();
  }
  html.Close();
}

void WriteRows(Html& html, const ResultTable& table) {
  html.Open("thead").Open("tr");
  for (const ResultColumn& column : table.columns) WriteHeading(html, column, "col");
  html.Close().Close().Open("tbody");
  for (std::size_t row = 0; row < table.rows.size() && row < kShownRows; ++row) {
    html.Open("tr");
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const ResultCell& cell = table.rows[row][i];
      html.Element("td", {{"class", CellClass(table.columns[i], cell.is_null)}}, cell.text);
    }
    html.Close();
  }
  html.Close();
}

void WriteMeanings(Html& html, const ResultTable& table) {
  bool any = false;
  for (const ResultColumn& column : table.columns) any = any || !column.description.empty();
  if (!any) return;
  html.Open("details").Element("summary", "What the columns mean").Open("dl");
  for (const ResultColumn& column : table.columns) {
    if (column.description.empty()) continue;
    html.Element("dt", column.name).Element("dd", column.description);
  }
  html.Close().Close();
}

}  // namespace

void WriteNotices(Html& html, const ResultView& result) {
  if (!result.complete) {
    std::string cut;
    for (const ResultTable& table : result.tables) {
      if (table.truncated) cut += (cut.empty() ? "" : ", ") + table.name;
    }
    html.Open("div", {{"class", "notice warning"}});
    html.Element("p", "Incomplete: " + cut +
                          " was cut. There are more rows than are shown; totals over these rows are "
                          "not totals over all.");
    html.Close();
  }
  if (result.coverage.empty()) return;
  html.Open("div", {{"class", "notice"}}).Element("h3", "How far an absence can be believed").Open("ul");
  for (const std::string& line : result.coverage) html.Element("li", line);
  html.Close().Close();
}

void WriteTable(Html& html, const ResultTable& table) {
  const std::string caption = table.name + RowCount(table);
  if (table.rows.empty()) {
    html.Open("p").Element("strong", caption).Text(table.single ? ": none" : ": no rows satisfy the question.").Close();
    return;
  }
  // What scrolls can be reached by keyboard.
  html.Open("div", {{"class", "wide"}, {"role", "region"}, {"aria-label", caption}, {"tabindex", "0"}});
  html.Open("table", {{"class", table.single ? "object" : "rows"}}).Element("caption", caption);
  if (table.single) {
    WriteObject(html, table);
  } else {
    WriteRows(html, table);
  }
  html.Close().Close();
  if (table.rows.size() > kShownRows && !table.single) {
    html.Element("p", {{"class", "notice warning"}},
                 "The page shows the first " + std::to_string(kShownRows) + " of " + std::to_string(table.rows.size()) +
                     " rows. The exports have all of them.");
  }
  WriteMeanings(html, table);
}

}  // namespace querygate::web
