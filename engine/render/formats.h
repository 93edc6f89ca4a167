// The renderers behind the table of result formats, and what several of them share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/contract/row_set.h"
#include "engine/render/json_text.h"
#include "engine/render/result_format.h"

namespace querygate {

Expected<std::string, Rejection> RenderTable(const DeliveredResult& result, const RenderOptions& options);
Expected<std::string, Rejection> RenderJson(const DeliveredResult& result, const RenderOptions& options);
Expected<std::string, Rejection> RenderJsonLines(const DeliveredResult& result, const RenderOptions& options);
Expected<std::string, Rejection> RenderCsv(const DeliveredResult& result, const RenderOptions& options);
Expected<std::string, Rejection> RenderMarkdown(const DeliveredResult& result, const RenderOptions& options);

// One row as a JSON object, columns in declared order.
void WriteRowObject(JsonWriter& writer, const RowSet& rows, std::size_t row);

// A cell as text: numbers as in JSON, null as `null_text`.
std::string CellText(const Cell& cell, std::string_view null_text);

// Every non-null cell of the column is a number or spelt like one, and there is at least one.
bool IsNumericColumn(const RowSet& rows, std::size_t column);

// For formats that carry the rows of one part and nothing else: that part, or why it cannot be written.
Expected<const ResultPart*, Rejection> SelectPart(const DeliveredResult& result, const RenderOptions& options);

// The name under which a part is delivered: "rows" for a plain result.
std::string_view DeliveredName(const DeliveredResult& result, const ResultPart& part);

// What a reader of rows must also know: lines on truncation and coverage, in order; empty for a complete
// result without coverage.
std::vector<std::string> ClosingLines(const DeliveredResult& result);

}  // namespace querygate
