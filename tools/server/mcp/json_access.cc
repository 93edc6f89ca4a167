#include "tools/server/mcp/json_access.h"

namespace querygate::server::mcp {

const JsonValue* FindJson(const JsonValue& value, std::string_view key) {
  for (const JsonValue::Member& member : value.members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

const std::string* FindString(const JsonValue& value, std::string_view key) {
  const JsonValue* member = FindJson(value, key);
  return member == nullptr || member->kind != JsonValue::Kind::kString ? nullptr : &member->text;
}

}  // namespace querygate::server::mcp
