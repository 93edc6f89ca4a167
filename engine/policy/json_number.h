// Which declared integer ranges every JSON reader takes exactly.
#pragma once

#include "engine/base/exact_integer.h"
#include "engine/contract/column_spec.h"

namespace querygate {

struct IntegerRange {
  Int128 min = 0, max = 0;
};

// The range an integer column declares; left-out bounds are those of 64 bits, an enum is its members.
IntegerRange DeclaredRange(const ColumnSpec& column);

// Within ±(2^53−1). The type of a delivered integer follows from the declaration, never from its value.
bool FitsJsonNumber(const IntegerRange& range);
inline bool FitsJsonNumber(const ColumnSpec& column) { return FitsJsonNumber(DeclaredRange(column)); }

}  // namespace querygate
