// Exact grouping of judged rows.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/exact_integer.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/base/typed_value.h"
#include "engine/contract/column_spec.h"
#include "engine/contract/row_set.h"
#include "engine/declaration/report.h"

namespace querygate {

struct GroupColumnSpec {
  GroupColumnDeclaration::Kind kind = GroupColumnDeclaration::Kind::kFrom;
  std::string name;
  std::size_t input = 0;               // column of the grouped query; unused for `count: rows`
  bool count_rows = false;             // count: rows; a count of a column counts its non-null values
  bool skip_nulls = false;             // else a null in an aggregated column rejects with its missing reason
  std::optional<TypedValue> min, max;  // of the total; decimals as Decimal, integers as Decimal of scale 0
  bool as_decimal_string = false;
  std::string reason;  // total outside its range
  Documentation documentation;
};

struct GroupOrder {
  std::size_t column = 0;  // of the group's own columns
  bool descending = false;
};

struct GroupSpec {
  std::size_t query = 0;        // index in the report
  std::vector<std::size_t> by;  // columns of the query; empty: one total
  std::int64_t max_groups = 0;  // already within the budget
  std::vector<GroupColumnSpec> columns;
  std::vector<GroupOrder> order_by;  // then by all of `by`, ascending
  std::vector<ColumnSpec> inputs;    // the query's columns
};

// Feed every judged row of a complete, unrejected query, then finish once. One call, one thread.
//
// Sums of integers and decimals are exact whatever the order of rows; a total is judged only when all rows are
// in. A total of integers without declared bounds must fit 64 bits, one of decimals 38 digits. `sum` of no
// rows is 0. `min` and `max` of no values are null with `nulls: skip`, else the column's reason. Nulls form a
// group of their own and come first in ascending order.
class Grouper {
 public:
  explicit Grouper(const GroupSpec& spec);  // spec must outlive this
  ~Grouper();
  Grouper(const Grouper&) = delete;
  Grouper& operator=(const Grouper&) = delete;

  void Add(std::span<const TypedValue> row);
  std::size_t group_count() const;  // held now

  // Rows in order, or group_limit, then the reason of the first bad total (groups in delivery order,
  // columns as declared). `by: []` always gives one row. No more than max_groups groups are ever held.
  Expected<RowSet, Rejection> Finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace querygate
