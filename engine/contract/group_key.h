// Keys of groups as bytes, so that a row finds its group without building a key of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "engine/base/typed_value.h"

namespace querygate {

// Appends the value so that two sequences of values have the same bytes only if they are equal value by value.
void AppendKey(const TypedValue& value, std::string& key);

struct KeyHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view key) const { return std::hash<std::string_view>()(key); }
};

}  // namespace querygate
