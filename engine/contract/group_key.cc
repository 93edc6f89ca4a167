#include "engine/contract/group_key.h"

#include <cstdint>
#include <type_traits>
#include <variant>

namespace querygate {
namespace {

// Only for types without padding.
template <typename T>
void AppendRaw(const T& value, std::string& key) {
  static_assert(std::is_arithmetic_v<T> || std::is_same_v<T, Int128>);
  key.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void AppendSized(std::string_view bytes, std::string& key) {
  AppendRaw(bytes.size(), key);
  key += bytes;
}

struct Appender {
  std::string& key;

  void operator()(std::monostate) const {}
  void operator()(bool value) const { key += value ? '\1' : '\0'; }
  void operator()(std::int64_t value) const { AppendRaw(value, key); }
  void operator()(double value) const { AppendRaw(value + 0.0, key); }  // both zeros are one key
  void operator()(const std::string& value) const { AppendSized(value, key); }
  // A judged column has one scale, so equal decimals have equal coefficients.
  void operator()(const Decimal& value) const { AppendRaw(value.coefficient, key); }
  void operator()(Date value) const { AppendRaw(value.days, key); }
  void operator()(const Instant& value) const {
    AppendRaw(value.seconds, key);
    AppendRaw(value.nanoseconds, key);
  }
  void operator()(const Bytes& value) const { AppendSized(value.data, key); }
};

}  // namespace

void AppendKey(const TypedValue& value, std::string& key) {
  key += static_cast<char>(value.index());
  std::visit(Appender{key}, value);
}

}  // namespace querygate
