// How typed values are stored, in both directions: binding a parameter and reading a column.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/calendar.h"
#include "engine/base/decimal.h"
#include "engine/base/value.h"
#include "engine/declaration/types.h"

namespace querygate {

// The latest instant that the store can hold and that is not after `instant`.
Instant FloorToStore(const Instant& instant, Store store);

// Why a stored value is none of its declared type.
enum class StoreFault : std::uint8_t { kNone, kType, kRange };

StoreFault DecodeInstant(const ValueView& value, Store store, Instant& out);

// `out` gets exactly `scale` digits.
StoreFault DecodeDecimal(const ValueView& value, Store store, int scale, Decimal& out);

}  // namespace querygate
