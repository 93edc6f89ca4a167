#include "engine/render/formats.h"

#include <algorithm>
#include <variant>

#include "engine/base/decimal.h"

namespace querygate {

namespace {

struct CellTextVisitor {
  std::string_view null_text;

  std::string operator()(std::monostate) const { return std::string(null_text); }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return RealText(value); }
  std::string operator()(const std::string& value) const { return value; }
};

struct CellWriter {
  JsonWriter& writer;

  void operator()(std::monostate) const { writer.Null(); }
  void operator()(bool value) const { writer.Boolean(value); }
  void operator()(std::int64_t value) const { writer.Integer(value); }
  void operator()(double value) const { writer.Real(value); }
  void operator()(const std::string& value) const { writer.String(value); }
};

bool IsNumeric(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return ParseDecimal(*text).has_value();
  return std::holds_alternative<std::int64_t>(cell) || std::holds_alternative<double>(cell);
}

std::string CoverageLine(const Coverage& coverage) {
  std::string line = "coverage: completeness unproven";
  if (coverage.window) line += "; window " + coverage.window->first + " to " + coverage.window->second;
  if (coverage.as_of) line += "; as of " + *coverage.as_of;
  if (coverage.watermark) line += "; watermark " + *coverage.watermark;
  if (coverage.delay_possible) line += *coverage.delay_possible ? "; delay possible" : "; no delay visible";
  return line + "; observed at " + coverage.observed_at;
}

}  // namespace

void WriteRowObject(JsonWriter& writer, const RowSet& rows, std::size_t row) {
  writer.BeginObject();
  const std::span<const Cell> cells = rows.Row(row);
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    writer.Key(rows.columns[column]);
    std::visit(CellWriter{writer}, cells[column]);
  }
  writer.EndObject();
}

std::string CellText(const Cell& cell, std::string_view null_text) {
  return std::visit(CellTextVisitor{null_text}, cell);
}

bool IsNumericColumn(const RowSet& rows, std::size_t column) {
  bool any = false;
  for (std::size_t row = 0; row < rows.row_count(); ++row) {
    const Cell& cell = rows.Row(row)[column];
    if (std::holds_alternative<std::monostate>(cell)) continue;
    if (!IsNumeric(cell)) return false;
    any = true;
  }
  return any;
}

Expected<const ResultPart*, Rejection> SelectPart(const DeliveredResult& result, const RenderOptions& options) {
  const auto refuse = [](RejectionKind kind, std::string reason) {
    return Unexpected(Rejection{kind, std::move(reason), {}});
  };
  const ResultPart* chosen = nullptr;
  if (options.part) {
    const auto found = std::find_if(result.parts.begin(), result.parts.end(), [&](const ResultPart& part) {
      return DeliveredName(result, part) == *options.part;
    });
    if (found == result.parts.end()) return refuse(RejectionKind::kInvalidRequest, "unknown_part");
    chosen = &*found;
  } else if (result.record) {
    return refuse(RejectionKind::kInvalidRequest, "part_required");
  } else {
    chosen = &result.parts.front();
  }
  // The whole result decides, not the part: a reader of one part has no other way to learn of the cut.
  if (!result.complete() && !options.allow_partial) return refuse(RejectionKind::kInvalidData, "incomplete_result");
  return chosen;
}

std::string_view DeliveredName(const DeliveredResult& result, const ResultPart& part) {
  return result.record ? std::string_view(part.name) : std::string_view("rows");
}

std::vector<std::string> ClosingLines(const DeliveredResult& result) {
  std::vector<std::string> lines;
  std::string truncated;
  for (const ResultPart& part : result.parts) {
    if (!part.truncated) continue;
    truncated += truncated.empty() ? "truncated: " : ", ";
    truncated += DeliveredName(result, part);
  }
  if (!truncated.empty()) lines.push_back(truncated + " (there are more rows than were asked for)");
  if (result.coverage) {
    lines.push_back(CoverageLine(*result.coverage));
    for (const std::string& sentence : result.coverage->absent) lines.push_back("absent: " + sentence);
    for (const std::string& note : result.coverage->notes) lines.push_back("note: " + note);
  }
  return lines;
}

}  // namespace querygate
