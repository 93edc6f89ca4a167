#include "engine/contract/typed_order.h"

#include <cstdint>
#include <type_traits>
#include <variant>

namespace querygate {
namespace {

std::strong_ordering Compare(std::monostate /*a*/, std::monostate /*b*/) { return std::strong_ordering::equal; }

std::strong_ordering Compare(double a, double b) {
  if (a < b) return std::strong_ordering::less;
  return a > b ? std::strong_ordering::greater : std::strong_ordering::equal;
}

std::strong_ordering Compare(const Bytes& a, const Bytes& b) { return a.data <=> b.data; }

template <typename T>
std::strong_ordering Compare(const T& a, const T& b) {
  return a <=> b;
}

const Decimal* AsDecimal(const TypedValue& value, Decimal& room) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    room = Decimal{*integer, 0};
    return &room;
  }
  return std::get_if<Decimal>(&value);
}

}  // namespace

std::strong_ordering CompareTyped(const TypedValue& a, const TypedValue& b) {
  if (a.index() == b.index()) {
    return std::visit(
        [&b](const auto& value) { return Compare(value, *std::get_if<std::decay_t<decltype(value)>>(&b)); }, a);
  }
  Decimal room_a, room_b;
  const Decimal* decimal_a = AsDecimal(a, room_a);
  const Decimal* decimal_b = AsDecimal(b, room_b);
  if (decimal_a != nullptr && decimal_b != nullptr) return *decimal_a <=> *decimal_b;
  return a.index() <=> b.index();
}

}  // namespace querygate
