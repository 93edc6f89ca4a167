// Aligned columns for a person at a terminal.
#include "engine/render/display_text.h"
#include "engine/render/formats.h"
#include "engine/render/text_table.h"

namespace querygate {

namespace {

constexpr std::string_view kNull = "null";

std::string RenderRows(const RowSet& rows) {
  TextTable table;
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    table.columns.push_back({rows.columns[column], IsNumericColumn(rows, column)});
  }
  for (std::size_t row = 0; row < rows.row_count(); ++row) {
    std::vector<std::string>& cells = table.rows.emplace_back();
    for (const Cell& cell : rows.Row(row)) cells.push_back(CellText(cell, kNull));
  }
  std::string text = RenderTextTable(table);
  if (rows.row_count() == 0) text += "(no rows)\n";
  return text;
}

// One object reads better downwards than across.
std::string RenderObject(const RowSet& rows) {
  if (rows.row_count() == 0) return "(none)\n";
  TextTable table{{{}, {}}, {}};
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    table.rows.push_back({rows.columns[column], CellText(rows.Row(0)[column], kNull)});
  }
  return RenderTextTable(table);
}

}  // namespace

Expected<std::string, Rejection> RenderTable(const DeliveredResult& result, const RenderOptions&) {
  std::string text;
  for (const ResultPart& part : result.parts) {
    if (result.record) {
      if (!text.empty()) text += '\n';
      text += Printable(part.name) + ":\n";
    }
    text += part.shape == ResultPart::Shape::kRows ? RenderRows(part.rows) : RenderObject(part.rows);
  }
  const std::vector<std::string> closing = ClosingLines(result);
  if (!closing.empty()) text += '\n';
  for (const std::string& line : closing) text += Printable(line) + '\n';
  return text;
}

}  // namespace querygate
