// Looking into strict JSON that somebody else wrote.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/load/json_reader.h"

namespace querygate {

// Null where there is none.
const JsonValue* FindJsonMember(const JsonValue& object, std::string_view key);

// Null where there is none or it is no string.
const std::string* FindJsonText(const JsonValue& object, std::string_view key);

// An object, or the reason why the text is none, without the text.
struct JsonObject {
  std::optional<JsonValue> value;
  std::string fault;
};
JsonObject ReadJsonObject(std::string_view text);

}  // namespace querygate
