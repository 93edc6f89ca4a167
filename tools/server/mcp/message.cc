#include "tools/server/mcp/message.h"

#include <algorithm>

#include "engine/load/json_node.h"
#include "tools/server/mcp/json_access.h"

namespace querygate::server::mcp {

namespace {

constexpr std::size_t kMaxIdBytes = 256;

bool IsId(const JsonValue& value) {
  if (value.text.size() > kMaxIdBytes) return false;
  if (value.kind == JsonValue::Kind::kString) return true;
  return value.kind == JsonValue::Kind::kNumber && value.text.find_first_of(".eE") == std::string::npos;
}

Unexpected<Malformed> Invalid(std::string message, std::string id = {}) {
  return Unexpected(Malformed{{kInvalidRequest, std::move(message), {}, 400}, std::move(id)});
}

}  // namespace

Expected<Message, Malformed> ParseMessage(std::string_view bytes) {
  JsonResult json = ReadJson(bytes);
  if (!json.value) {
    return Unexpected(
        Malformed{{kParseError,
                   "not strict JSON: " + json.fault.message + " at byte " + std::to_string(json.fault.offset),
                   {},
                   400},
                  {}});
  }
  JsonValue& value = *json.value;
  if (value.kind == JsonValue::Kind::kArray) return Invalid("batches are not served: send one message at a time");
  if (value.kind != JsonValue::Kind::kObject) return Invalid("a message is a JSON object");

  Message message;
  const JsonValue* id = FindJson(value, "id");
  if (id != nullptr) {
    if (!IsId(*id)) return Invalid("an id is a string or an integer");
    message.id = ToJsonText(*id);
  }
  const std::string* version = FindString(value, "jsonrpc");
  if (version == nullptr || *version != "2.0") return Invalid("jsonrpc must be \"2.0\"", std::move(message.id));
  const std::string* method = FindString(value, "method");
  if (method == nullptr) return Invalid("there is no method: responses are not expected here", std::move(message.id));
  message.method = *method;
  const auto params = std::find_if(value.members.begin(), value.members.end(),
                                   [](const JsonValue::Member& member) { return member.key == "params"; });
  if (params != value.members.end()) {
    if (params->value.kind != JsonValue::Kind::kObject)
      return Invalid("params must be an object", std::move(message.id));
    message.params = std::move(params->value);
  }
  return message;
}

}  // namespace querygate::server::mcp
