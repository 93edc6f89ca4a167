// Rows ready to be delivered, and the whole of a delivered result.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/contract/column_spec.h"

namespace querygate {

// Row-major: cells.size() is a multiple of columns.size().
struct RowSet {
  std::vector<std::string> columns;
  std::vector<Cell> cells;

  std::size_t row_count() const { return columns.empty() ? 0 : cells.size() / columns.size(); }
  std::span<const Cell> Row(std::size_t row) const {
    return std::span(cells).subspan(row * columns.size(), columns.size());
  }
};

// A named part of a record, or the only part of a plain result.
struct ResultPart {
  enum class Shape { kRows, kObject, kNullableObject };  // objects: exactly one row; nullable: none is null
  std::string name;
  Shape shape = Shape::kRows;
  RowSet rows;
  bool truncated = false;
};

struct Coverage {
  std::optional<std::pair<std::string, std::string>> window;  // RFC 3339
  std::optional<std::string> as_of;
  std::optional<std::string> watermark;
  std::optional<bool> delay_possible;  // set together with watermark
  std::string observed_at;             // RFC 3339: when this call read its snapshot
  std::vector<std::string> truncated;
  std::vector<std::string> absent;  // sentences that apply
  std::vector<std::string> notes;
};

struct DeliveredResult {
  bool record = false;  // else parts holds exactly one part, delivered as "rows"
  std::vector<ResultPart> parts;
  std::optional<Coverage> coverage;

  bool complete() const {
    for (const ResultPart& part : parts) {
      if (part.truncated) return false;
    }
    return true;
  }
};

}  // namespace querygate
