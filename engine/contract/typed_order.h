// The order of typed values: what bounds, choices, groups and order_by compare by.
#pragma once

#include <compare>

#include "engine/base/typed_value.h"

namespace querygate {

// Null comes first. Text compares by code point, which is the order of its UTF-8 bytes; integers and decimals
// compare by number. Values of other differing types are ordered by type: they never meet in a compiled report.
// Precondition: no NaN.
std::strong_ordering CompareTyped(const TypedValue& a, const TypedValue& b);

}  // namespace querygate
