// One JSON object a line, rows of one part only.
#include "engine/render/formats.h"

namespace querygate {

Expected<std::string, Rejection> RenderJsonLines(const DeliveredResult& result, const RenderOptions& options) {
  auto part = SelectPart(result, options);
  if (!part) return Unexpected(std::move(part).error());
  const RowSet& rows = (*part)->rows;
  std::string text;
  for (std::size_t row = 0; row < rows.row_count(); ++row) {
    JsonWriter writer;
    WriteRowObject(writer, rows, row);
    text += writer.text();
    text += '\n';
  }
  return text;
}

}  // namespace querygate
