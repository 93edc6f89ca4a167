// A canonical, length-prefixed serialisation: two different values never give the same bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/typed_value.h"

namespace querygate {

class DigestWriter {
 public:
  DigestWriter& Text(std::string_view text);
  DigestWriter& Number(std::int64_t number);
  DigestWriter& Size(std::size_t size) { return Number(static_cast<std::int64_t>(size)); }
  DigestWriter& Flag(bool flag) { return Number(flag ? 1 : 0); }
  DigestWriter& Typed(const TypedValue& value);

  template <typename Enum>
  DigestWriter& Choice(Enum value) {
    return Number(static_cast<std::int64_t>(value));
  }

  DigestWriter& Maybe(const std::optional<std::int64_t>& number);
  DigestWriter& Maybe(const std::optional<TypedValue>& value);

  std::string Finish() const;  // SHA-256 in hex

 private:
  std::string bytes_;
};

}  // namespace querygate
