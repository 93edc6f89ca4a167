#include "engine/render/typed_text.h"

#include <variant>

namespace querygate {

namespace {

struct TextVisitor {
  std::string operator()(std::monostate) const { return "null"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return RealText(value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Decimal& value) const { return ToString(value); }
  std::string operator()(Date value) const { return ToString(value); }
  std::string operator()(const Instant& value) const { return ToString(value); }
  std::string operator()(const Bytes& value) const { return "blob of " + std::to_string(value.data.size()) + " bytes"; }
};

}  // namespace

std::string TypedText(const TypedValue& value) { return std::visit(TextVisitor{}, value); }

void WriteTyped(JsonWriter& writer, const TypedValue& value) {
  if (std::holds_alternative<std::monostate>(value)) {
    writer.Null();
  } else if (const auto* boolean = std::get_if<bool>(&value)) {
    writer.Boolean(*boolean);
  } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    writer.Integer(*integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    writer.Real(*real);
  } else {
    writer.String(TypedText(value));
  }
}

std::string StoredText(const Value& value) {
  switch (value.storage) {
    case StorageClass::kNull:
      return "NULL";
    case StorageClass::kInteger:
      return std::to_string(value.integer);
    case StorageClass::kReal:
      return RealText(value.real);
    case StorageClass::kText: {
      std::string quoted = "'";
      for (const char character : value.bytes) {
        if (character == '\'') quoted += '\'';
        quoted += character;
      }
      return quoted + '\'';
    }
    case StorageClass::kBlob:
      return "blob of " + std::to_string(value.bytes.size()) + " bytes";
  }
  return {};
}

}  // namespace querygate
