// A compiled result column, and the judgement of one stored value against it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/typed_value.h"
#include "engine/base/value.h"
#include "engine/contract/parameter_spec.h"
#include "engine/contract/pattern.h"
#include "engine/declaration/types.h"

namespace querygate {

// A delivered value: null, boolean, JSON number (integer within ±(2^53−1), or a finite double), string.
using Cell = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

struct ColumnSpec {
  std::string name;
  ColumnType type = ColumnType::kText;
  Documentation documentation;
  bool nullable = false;
  std::vector<TypedChoice> choices;
  std::shared_ptr<const Pattern> pattern;
  std::optional<std::int64_t> min_length, max_length;  // code points; bytes for blobs
  std::optional<TypedValue> min, max;                  // inclusive; integers left out: those of 64 bits
  int precision = 38, scale = 0;
  Store store = Store::kNone;
  bool as_decimal_string = false;  // integers: forced, or the declared range is wider than ±(2^53−1)
  std::string missing_reason;      // missing_NAME
  std::string type_reason;         // invalid_NAME_type
  std::string range_reason;        // invalid_NAME_range
};

// Null when the value satisfies the column and `out` holds it (monostate for a permitted null), else the
// reason, owned by `spec`. Order: missing, type, range. The storage class that was read decides.
const std::string* JudgeColumn(const ColumnSpec& spec, const ValueView& value, TypedValue& out);

// How a judged value is delivered. Dates and timestamps are strings, blobs base64, decimals strings.
Cell EncodeCell(const ColumnSpec& spec, const TypedValue& value);

}  // namespace querygate
