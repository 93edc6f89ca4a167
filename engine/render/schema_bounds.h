// Bounds of values that are spelt as text, where JSON Schema has keywords for numbers only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/typed_value.h"

namespace querygate {

// "From 0.50 to 99.50."; empty where there is nothing to say.
std::string BoundsSentence(const std::optional<TypedValue>& min, const std::optional<TypedValue>& max);

// What a caller may send: at most `scale` digits after the point, at most `precision` in all.
std::string DecimalPattern(int precision, int scale);

// What is delivered: exactly `scale` digits after the point.
std::string DeliveredDecimalPattern(int scale);

// Characters of base64 that so many bytes take.
std::optional<std::int64_t> Base64Length(std::optional<std::int64_t> bytes);

}  // namespace querygate
