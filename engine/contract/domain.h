// What parameters and columns share: choices, pattern, lengths and bounds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "engine/base/typed_value.h"
#include "engine/base/utf8.h"
#include "engine/contract/typed_order.h"

namespace querygate {

inline bool WithinBounds(const std::optional<TypedValue>& min, const std::optional<TypedValue>& max,
                         const TypedValue& value) {
  return !(min && CompareTyped(value, *min) < 0) && !(max && CompareTyped(value, *max) > 0);
}

inline bool WithinLength(const std::optional<std::int64_t>& min, const std::optional<std::int64_t>& max,
                         std::size_t length) {
  const auto signed_length = static_cast<std::int64_t>(length);
  return !(min && signed_length < *min) && !(max && signed_length > *max);
}

// Spec is ParameterSpec or ColumnSpec. `value` is not null.
template <typename Spec>
bool WithinDomain(const Spec& spec, const TypedValue& value) {
  const auto is_value = [&value](const auto& choice) { return CompareTyped(choice.value, value) == 0; };
  if (!spec.choices.empty() && std::none_of(spec.choices.begin(), spec.choices.end(), is_value)) return false;
  if (!WithinBounds(spec.min, spec.max, value)) return false;
  if (const auto* text = std::get_if<std::string>(&value)) {
    if ((spec.min_length || spec.max_length) &&
        !WithinLength(spec.min_length, spec.max_length, CountCodePoints(*text))) {
      return false;
    }
    return spec.pattern == nullptr || spec.pattern->Matches(*text);
  }
  if (const auto* bytes = std::get_if<Bytes>(&value)) {
    return WithinLength(spec.min_length, spec.max_length, bytes->data.size());
  }
  return true;
}

// Text that may be bound or delivered: valid UTF-8 without a NUL, at which databases and clients cut.
inline bool IsPlainText(std::string_view text) {
  return text.find('\0') == std::string_view::npos && IsValidUtf8(text);
}

}  // namespace querygate
