#include "engine/policy/typed_order.h"

#include <type_traits>
#include <variant>

namespace querygate {

bool LessThan(const TypedValue& a, const TypedValue& b) {
  return std::visit(
      [&b](const auto& left) {
        using Type = std::decay_t<decltype(left)>;
        if constexpr (std::is_same_v<Type, std::monostate> || std::is_same_v<Type, Bytes>) {
          return false;
        } else {
          const Type* right = std::get_if<Type>(&b);
          return right != nullptr && left < *right;
        }
      },
      a);
}

}  // namespace querygate
