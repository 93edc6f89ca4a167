#include <algorithm>
#include <utility>

#include "engine/load/arguments.h"
#include "engine/load/json_arguments.h"

namespace querygate {

namespace {

bool IsLeaf(const JsonValue& value) {
  return value.kind != JsonValue::Kind::kArray && value.kind != JsonValue::Kind::kObject;
}

// Leaves, and arrays of nothing but leaves, by path. The depth is that of the reader.
void Flatten(const std::string& prefix, std::vector<JsonValue::Member>& members, Arguments& flat) {
  for (auto& [key, value] : members) {
    // A key that holds a dot would make a path mean two things; it cannot be reached.
    if (key.empty() || key.find('.') != std::string::npos) continue;
    const std::string path = prefix + key;
    if (value.kind == JsonValue::Kind::kObject) {
      Flatten(path + ".", value.members, flat);
    } else if (std::all_of(value.items.begin(), value.items.end(), IsLeaf)) {
      flat.emplace_back(path, ToArgument(std::move(value)));
    }
  }
}

}  // namespace

Expected<Claims, std::string> Claims::Parse(std::string_view json) {
  JsonResult result = ReadJson(json);
  if (!result.value) {
    return Unexpected("the claims are not strict JSON: " + result.fault.message + " at byte " +
                      std::to_string(result.fault.offset + 1));
  }
  if (result.value->kind != JsonValue::Kind::kObject)
    return Unexpected(std::string("the claims must be a JSON object"));
  Claims claims;
  Flatten("", result.value->members, claims.flat_);
  return claims;
}

const Argument* Claims::Find(std::string_view dotted_path) const {
  return FindArgument(flat_, std::string(dotted_path));
}

}  // namespace querygate
