// A value as a declaration's types see it: after reading, before it is stored or shown.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "engine/base/calendar.h"
#include "engine/base/decimal.h"

namespace querygate {

struct Bytes {
  std::string data;
  friend bool operator==(const Bytes&, const Bytes&) = default;
};

// monostate is null.
using TypedValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, Decimal, Date, Instant, Bytes>;

}  // namespace querygate
