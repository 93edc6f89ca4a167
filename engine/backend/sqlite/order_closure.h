// Functional dependencies within one SELECT: which columns are the same in any two result rows that agree
// on some starting columns. A relation whose key is fixed is fixed as a whole; equalities that every result
// row satisfies carry over.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/sqlite/order_scope.h"

namespace querygate::sqlite {

// `left = right` in every row that passed the clause; no `right` means a constant.
struct Equality {
  ColumnId left;
  std::optional<ColumnId> right;
  std::string collation;
};

// Tells whether a range names a column of an outer query that may stand for a constant when compared with
// `column` (the same class and collation).
class OuterColumns {
 public:
  virtual ~OuterColumns() = default;
  virtual bool IsConstantFor(const CoreScope& scope, TokenRange range, const RelationColumn& column) const = 0;
};

// The equalities among the AND-ed terms of a condition. Terms that are not plainly `a = b` are ignored.
std::vector<Equality> FindEqualities(const CoreScope& scope, const OuterColumns& outer, TokenRange condition);

class Closure {
 public:
  Closure(const CoreScope& scope, const OuterColumns& outer);

  // Two rows agree on the column under `collation`; an empty collation says nothing.
  void Fix(ColumnId column, std::string_view collation);

  // Draws all conclusions. Call after the last Fix.
  void Close();

  bool IsFixed(ColumnId column, std::string_view collation) const;
  // Under BINARY, so that the values are the same and not merely equal.
  bool IsFixed(ColumnId column) const { return IsFixed(column, "BINARY"); }
  // All names in the range are fixed columns.
  bool IsFixed(TokenRange expression, bool outside_aggregates) const;

  // Two result rows (before grouping) that agree on the starting columns are the same row.
  bool FixesEveryRow() const;

 private:
  bool CloseOnce();
  bool FixItem(std::size_t item);
  bool HasFixedKey(std::size_t item) const;
  bool LeftJoinIsFixed(std::size_t item) const;

  const CoreScope* scope_;
  bool joins_understood_ = true;
  std::vector<Equality> equalities_;                    // hold in every result row
  std::vector<std::vector<Equality>> left_equalities_;  // by item: hold where the item's row is not empty
  std::vector<std::vector<std::string>> fixed_;         // by item and column: a collation, or empty
  std::vector<bool> items_;                             // the whole row of the item is fixed
};

}  // namespace querygate::sqlite
