#include "engine/policy/json_number.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace querygate {
namespace {

constexpr std::int64_t kLargestJsonInteger = (std::int64_t{1} << 53) - 1;

}  // namespace

IntegerRange DeclaredRange(const ColumnSpec& column) {
  IntegerRange range{std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()};
  if (column.min) {
    if (const auto* min = std::get_if<std::int64_t>(&*column.min)) range.min = *min;
  }
  if (column.max) {
    if (const auto* max = std::get_if<std::int64_t>(&*column.max)) range.max = *max;
  }
  if (column.choices.empty()) return range;
  IntegerRange members{range.max, range.min};
  for (const TypedChoice& choice : column.choices) {
    const auto* member = std::get_if<std::int64_t>(&choice.value);
    if (member == nullptr) return range;
    members.min = std::min(members.min, Int128{*member});
    members.max = std::max(members.max, Int128{*member});
  }
  return members;
}

bool FitsJsonNumber(const IntegerRange& range) {
  return range.min >= -kLargestJsonInteger && range.max <= kLargestJsonInteger;
}

}  // namespace querygate
