#include "engine/render/text_table.h"

#include <algorithm>

#include "engine/render/display_text.h"

namespace querygate {

namespace {

constexpr std::size_t kGap = 2;

struct Line {
  std::string text;
  std::size_t pending = 0;  // blanks owed before the next visible character

  void Blank(std::size_t count) { pending += count; }
  void Put(const std::string& visible) {
    if (visible.empty()) return;
    text.append(pending, ' ');
    pending = 0;
    text += visible;
  }
};

void AppendLine(std::string& out, const std::vector<std::string>& cells, const TextTable& table,
                const std::vector<std::size_t>& widths, std::size_t indent) {
  Line line;
  line.Blank(indent);
  for (std::size_t column = 0; column < cells.size(); ++column) {
    if (column > 0) line.Blank(kGap);
    const std::size_t padding = widths[column] - DisplayWidth(cells[column]);
    if (table.columns[column].right_align) line.Blank(padding);
    line.Put(cells[column]);
    if (!table.columns[column].right_align) line.Blank(padding);
  }
  out += line.text;
  out += '\n';
}

}  // namespace

std::string RenderTextTable(const TextTable& table, std::size_t indent) {
  std::vector<std::string> headers;
  std::vector<std::size_t> widths;
  for (const TextTable::Column& column : table.columns) {
    headers.push_back(Printable(column.header));
    widths.push_back(DisplayWidth(headers.back()));
  }
  std::vector<std::vector<std::string>> rows;
  rows.reserve(table.rows.size());
  for (const std::vector<std::string>& row : table.rows) {
    std::vector<std::string>& printable = rows.emplace_back();
    for (std::size_t column = 0; column < row.size(); ++column) {
      printable.push_back(Printable(row[column]));
      widths[column] = std::max(widths[column], DisplayWidth(printable.back()));
    }
  }

  std::string out;
  if (std::any_of(headers.begin(), headers.end(), [](const std::string& header) { return !header.empty(); })) {
    AppendLine(out, headers, table, widths, indent);
    std::vector<std::string> rule;
    for (const std::size_t width : widths) rule.emplace_back(width, '-');
    AppendLine(out, rule, table, widths, indent);
  }
  for (const std::vector<std::string>& row : rows) AppendLine(out, row, table, widths, indent);
  return out;
}

}  // namespace querygate
