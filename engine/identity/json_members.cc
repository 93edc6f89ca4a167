#include "engine/identity/json_members.h"

#include <algorithm>
#include <utility>

namespace querygate {

const JsonValue* FindJsonMember(const JsonValue& object, std::string_view key) {
  const auto found = std::find_if(object.members.begin(), object.members.end(),
                                  [key](const JsonValue::Member& member) { return member.key == key; });
  return found == object.members.end() ? nullptr : &found->value;
}

const std::string* FindJsonText(const JsonValue& object, std::string_view key) {
  const JsonValue* value = FindJsonMember(object, key);
  return value != nullptr && value->kind == JsonValue::Kind::kString ? &value->text : nullptr;
}

JsonObject ReadJsonObject(std::string_view text) {
  JsonResult json = ReadJson(text);
  if (!json.value) return {std::nullopt, json.fault.message + " at byte " + std::to_string(json.fault.offset + 1)};
  if (json.value->kind != JsonValue::Kind::kObject) return {std::nullopt, "it is no object"};
  return {std::move(json.value), {}};
}

}  // namespace querygate
