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
//
// Type: another storage class than the column's (a real column takes no integer, an integer column no 5.0);
// text that is not valid UTF-8 or holds a NUL; text that does not read as the declared date, timestamp or
// decimal. Range: infinity and NaN; a boolean other than 0 and 1; an instant outside the years 0001 to 9999; a
// decimal with more digits than its precision or scale, or a double that no single decimal of that scale
// stands for; a value outside choices, pattern, length, min and max. Negative zero is read as zero.
//
// Decimals stored as `real` may also be integers: a column of numeric affinity keeps 12.0 as the integer 12.
// Allocates only for text and blobs that outgrow what `out` held before.
const std::string* JudgeColumn(const ColumnSpec& spec, const ValueView& value, TypedValue& out);

// Reads a scalar of the declaration (enum member, bound) by column type; blobs have none. The error is one
// line for the author.
Expected<TypedValue, std::string> ParseDeclaredScalar(const Scalar& scalar, ColumnType type, int scale);

// How a judged value is delivered. Dates and timestamps are strings, blobs base64, decimals strings.
Cell EncodeCell(const ColumnSpec& spec, const TypedValue& value);

}  // namespace querygate
