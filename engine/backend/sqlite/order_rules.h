// Whether the order in which a SELECT gives its rows, or a window walks them, is fixed by its text and the
// data alone. Order that is left to the database follows whatever index it chose and so tells of columns
// that nobody listed. Sound before generous: what cannot be shown counts as not ordered.
//
// Values that compare as equal but are not the same (1 and 1.0) are taken for ties that do not matter:
// result contracts accept only one of them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/backend/sqlite/order_relations.h"

namespace querygate::sqlite {

// ORDER BY covers a unique key of the rows, all GROUP BY keys or all outputs; or there is at most one row.
bool HasTotalOrder(TextRelations& relations, const QueryText& text, std::size_t select);

// A window call whose answer depends on an order that its window does not fix.
struct UnorderedWindow {
  std::size_t token = 0;   // the function
  std::string function;    // folded
  bool has_order = false;  // an ORDER BY that leaves ties open
};
std::vector<UnorderedWindow> FindUnorderedWindows(TextRelations& relations, const QueryText& text, std::size_t select);

}  // namespace querygate::sqlite
