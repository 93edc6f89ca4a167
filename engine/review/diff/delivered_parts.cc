#include "engine/review/diff/delivered_parts.h"

#include <algorithm>
#include <optional>

#include "engine/contract/typed_order.h"
#include "engine/render/typed_text.h"

namespace querygate::review {
namespace {

using Kind = GroupColumnDeclaration::Kind;

std::string OriginOf(const GroupSpec& group, const GroupColumnSpec& column) {
  if (column.count_rows) return "the number of rows";
  const std::string& input = group.inputs[column.input].name;
  switch (column.kind) {
    case Kind::kFrom:
      return "column " + input;
    case Kind::kCount:
      return "the number of values of " + input;
    case Kind::kSum:
      return "the sum of " + input;
    case Kind::kMin:
      return "the smallest " + input;
    case Kind::kMax:
      break;
  }
  return "the largest " + input;
}

void FillGroup(DeliveredPart& part, const GroupSpec& group) {
  part.grouped = true;
  part.max_groups = group.max_groups;
  for (const std::size_t column : group.by) part.by.push_back(group.inputs[column].name);
  for (const GroupOrder& order : group.order_by) {
    part.order_by.push_back(group.columns[order.column].name + (order.descending ? " desc" : ""));
  }
  for (const GroupColumnSpec& column : group.columns) {
    part.columns.push_back({column.name, OriginOf(group, column), &column});
  }
}

DeliveredPart::Shape ShapeOf(const CompiledQuery& query) {
  switch (query.rows.mode) {
    case RowsDeclaration::Mode::kExactlyOne:
      return DeliveredPart::Shape::kObject;
    case RowsDeclaration::Mode::kAtMostOne:
      return DeliveredPart::Shape::kNullableObject;
    case RowsDeclaration::Mode::kMany:
      break;
  }
  return DeliveredPart::Shape::kRows;
}

}  // namespace

std::string DeliveredPart::ShapeWords() const {
  switch (shape) {
    case Shape::kObject:
      return "one object";
    case Shape::kNullableObject:
      return "one object or null";
    case Shape::kRows:
      break;
  }
  return "rows";
}

const DeliveredColumn* DeliveredPart::Find(const std::string& column) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&column](const DeliveredColumn& other) { return other.name == column; });
  return found == columns.end() ? nullptr : &*found;
}

std::vector<DeliveredPart> DeliveredParts(const CompiledReport& report) {
  std::vector<DeliveredPart> parts;
  for (const ResultPlan::Part& planned : report.result.parts) {
    DeliveredPart part;
    part.name = planned.name;
    if (const auto* group = std::get_if<GroupSpec>(&planned.content)) {
      part.query = report.queries[group->query].name;
      FillGroup(part, *group);
    } else {
      const CompiledQuery& query = report.queries[std::get<std::size_t>(planned.content)];
      part.query = query.name;
      part.shape = ShapeOf(query);
      for (const ColumnSpec& column : query.columns) {
        part.columns.push_back({column.name, "column " + column.name + " of its query", nullptr});
      }
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

std::strong_ordering CompareTotals(const TypedValue& a, const TypedValue& b) { return CompareTyped(a, b); }

std::string RangeWords(const GroupColumnSpec& column) {
  std::string words = "totals";
  if (column.min) words += " from " + TypedText(*column.min);
  if (column.max) words += " to " + TypedText(*column.max);
  return column.min || column.max ? words : "totals of any size";
}

}  // namespace querygate::review
