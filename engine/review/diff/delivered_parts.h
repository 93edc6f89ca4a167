// The parts of a result by name, so that two versions of it can be laid side by side.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/policy/compiled_report.h"

namespace querygate::review {

struct DeliveredColumn {
  std::string name;
  std::string origin;                      // "query zones, column units", "the sum of units"
  const GroupColumnSpec* total = nullptr;  // of a group; borrowed from the report
};

struct DeliveredPart {
  enum class Shape { kRows, kObject, kNullableObject };
  std::string name;   // empty for a plain result
  std::string query;  // it is made of
  bool grouped = false;
  Shape shape = Shape::kRows;
  std::vector<DeliveredColumn> columns;
  std::vector<std::string> by, order_by;  // of a group
  std::int64_t max_groups = 0;

  std::string Words() const { return name.empty() ? "the result" : "part " + name; }
  std::string Origin() const { return (grouped ? "groups of query " : "query ") + query; }
  std::string ShapeWords() const;
  const DeliveredColumn* Find(const std::string& column) const;
};

// Borrows from the report.
std::vector<DeliveredPart> DeliveredParts(const CompiledReport& report);

// Bounds of totals: integers and decimals alike.
std::strong_ordering CompareTotals(const TypedValue& a, const TypedValue& b);
std::string RangeWords(const GroupColumnSpec& column);

}  // namespace querygate::review
