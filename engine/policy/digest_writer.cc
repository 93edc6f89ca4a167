#include "engine/policy/digest_writer.h"

#include <bit>
#include <type_traits>

#include "engine/policy/digest.h"

namespace querygate {

DigestWriter& DigestWriter::Text(std::string_view text) {
  bytes_ += 't';
  bytes_ += std::to_string(text.size());
  bytes_ += ':';
  bytes_ += text;
  return *this;
}

DigestWriter& DigestWriter::Number(std::int64_t number) {
  bytes_ += 'n';
  bytes_ += std::to_string(number);
  bytes_ += ';';
  return *this;
}

DigestWriter& DigestWriter::Typed(const TypedValue& value) {
  Size(value.index());
  std::visit(
      [this](const auto& held) {
        using Type = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<Type, bool>) {
          Flag(held);
        } else if constexpr (std::is_same_v<Type, std::int64_t>) {
          Number(held);
        } else if constexpr (std::is_same_v<Type, double>) {
          Number(std::bit_cast<std::int64_t>(held));
        } else if constexpr (std::is_same_v<Type, std::string>) {
          Text(held);
        } else if constexpr (std::is_same_v<Type, Bytes>) {
          Text(held.data);
        } else if constexpr (!std::is_same_v<Type, std::monostate>) {
          Text(ToString(held));
        }
      },
      value);
  return *this;
}

DigestWriter& DigestWriter::Maybe(const std::optional<std::int64_t>& number) {
  Flag(number.has_value());
  return number ? Number(*number) : *this;
}

DigestWriter& DigestWriter::Maybe(const std::optional<TypedValue>& value) {
  Flag(value.has_value());
  return value ? Typed(*value) : *this;
}

std::string DigestWriter::Finish() const { return Sha256Hex(bytes_); }

}  // namespace querygate
