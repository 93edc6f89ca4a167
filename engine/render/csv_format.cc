// RFC 4180 with LF line ends, which every reader accepts and line tools need. A null is an empty field, an empty
// text is `""`. Values are exact unless formulas are to be escaped: a spreadsheet takes a text that starts with '=',
// '+', '-' or '@', also behind a tab or a carriage return, for a formula.
#include "engine/base/decimal.h"
#include "engine/render/formats.h"

namespace querygate {

namespace {

void AppendField(std::string& out, std::string_view text, bool quote) {
  if (!quote && text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char character : text) {
    if (character == '"') out += '"';
    out += character;
  }
  out += '"';
}

// A text spelt as a number is none: exact decimals and wide integers arrive as text, and a spreadsheet reads them as
// the numbers they are.
bool LooksLikeFormula(std::string_view text) {
  static constexpr std::string_view kStarts = "=+-@\t\r";
  return !text.empty() && kStarts.find(text.front()) != std::string_view::npos && !ParseDecimal(text);
}

}  // namespace

Expected<std::string, Rejection> RenderCsv(const DeliveredResult& result, const RenderOptions& options) {
  auto part = SelectPart(result, options);
  if (!part) return Unexpected(std::move(part).error());
  const RowSet& rows = (*part)->rows;
  std::string text;
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    if (column > 0) text += ',';
    AppendField(text, rows.columns[column], false);
  }
  text += '\n';
  for (std::size_t row = 0; row < rows.row_count(); ++row) {
    const std::span<const Cell> cells = rows.Row(row);
    for (std::size_t column = 0; column < cells.size(); ++column) {
      if (column > 0) text += ',';
      const auto* stored = std::get_if<std::string>(&cells[column]);
      std::string field = CellText(cells[column], "");
      if (options.escape_formulas && stored != nullptr && LooksLikeFormula(*stored)) field.insert(0, 1, '\'');
      AppendField(text, field, stored != nullptr && stored->empty());
    }
    text += '\n';
  }
  return text;
}

}  // namespace querygate
