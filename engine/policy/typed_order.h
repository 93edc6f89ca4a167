// The order of two values of one type.
#pragma once

#include "engine/base/typed_value.h"

namespace querygate {

// False for values of different types and for types without an order.
bool LessThan(const TypedValue& a, const TypedValue& b);

}  // namespace querygate
