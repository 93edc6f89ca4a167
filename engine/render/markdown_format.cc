// Tables of GitHub-flavoured Markdown. Stored text stays text: nothing in it can start a link, a tag, a code span
// or another cell.
#include "engine/render/display_text.h"
#include "engine/render/formats.h"

namespace querygate {

namespace {

constexpr std::string_view kNull = "null";

std::string EscapeMarkdown(std::string_view text) {
  std::string escaped;
  std::size_t start = 0;
  while (true) {
    // Line ends become line breaks; what is left on each line is made printable first.
    const std::size_t end = text.find_first_of("\r\n", start);
    for (const char character : Printable(text.substr(start, end == std::string_view::npos ? end : end - start))) {
      switch (character) {
        case '&':
          escaped += "&amp;";
          break;
        case '<':
          escaped += "&lt;";
          break;
        case '>':
          escaped += "&gt;";
          break;
        case '\\':
        case '|':
        case '`':
        case '*':
        case '[':
        case ']':
        case '~':
          escaped += '\\';
          [[fallthrough]];
        default:
          escaped += character;
      }
    }
    if (end == std::string_view::npos) return escaped;
    escaped += "<br>";
    start = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
  }
}

void AppendRow(std::string& out, const std::vector<std::string>& cells) {
  out += '|';
  for (const std::string& cell : cells) out += ' ' + cell + " |";
  out += '\n';
}

std::string RenderRows(const RowSet& rows) {
  std::vector<std::string> headers;
  std::vector<std::string> rule;
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    headers.push_back(EscapeMarkdown(rows.columns[column]));
    rule.emplace_back(IsNumericColumn(rows, column) ? "---:" : "---");
  }
  std::string text;
  AppendRow(text, headers);
  AppendRow(text, rule);
  for (std::size_t row = 0; row < rows.row_count(); ++row) {
    std::vector<std::string> cells;
    for (const Cell& cell : rows.Row(row)) cells.push_back(EscapeMarkdown(CellText(cell, kNull)));
    AppendRow(text, cells);
  }
  return text;
}

}  // namespace

Expected<std::string, Rejection> RenderMarkdown(const DeliveredResult& result, const RenderOptions&) {
  std::string text;
  for (const ResultPart& part : result.parts) {
    if (!text.empty()) text += '\n';
    if (result.record) text += "### " + EscapeMarkdown(part.name) + "\n\n";
    const bool nothing = part.shape != ResultPart::Shape::kRows && part.rows.row_count() == 0;
    text += nothing ? "none\n" : RenderRows(part.rows);
  }
  for (const std::string& line : ClosingLines(result)) text += '\n' + EscapeMarkdown(line) + '\n';
  return text;
}

}  // namespace querygate
