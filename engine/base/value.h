// Values as a database stores them: five storage classes, nothing converted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace querygate {

enum class StorageClass : std::uint8_t { kNull, kInteger, kReal, kText, kBlob };

std::string_view StorageClassName(StorageClass storage);  // "null", "integer", …

// A value that somebody else owns. `bytes` is valid only as long as the owner says (for a cursor:
// until its next step). Bytes of text are whatever was stored: not necessarily valid UTF-8.
struct ValueView {
  StorageClass storage = StorageClass::kNull;
  std::int64_t integer = 0;
  double real = 0.0;
  std::string_view bytes;
};

struct Value {
  StorageClass storage = StorageClass::kNull;
  std::int64_t integer = 0;
  double real = 0.0;
  std::string bytes;

  static Value Null() { return {}; }
  static Value Integer(std::int64_t integer) { return {StorageClass::kInteger, integer, 0.0, {}}; }
  static Value Real(double real) { return {StorageClass::kReal, 0, real, {}}; }
  static Value Text(std::string text) { return {StorageClass::kText, 0, 0.0, std::move(text)}; }
  static Value Blob(std::string bytes) { return {StorageClass::kBlob, 0, 0.0, std::move(bytes)}; }
  static Value Copy(const ValueView& view) {
    return {view.storage, view.integer, view.real, std::string(view.bytes)};
  }

  ValueView View() const { return {storage, integer, real, bytes}; }

  friend bool operator==(const Value&, const Value&) = default;
};

}  // namespace querygate
