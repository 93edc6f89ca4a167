#include "engine/load/json_node.h"

#include <cstdio>
#include <utility>

#include "engine/load/json_arguments.h"
#include "engine/load/key_table.h"
#include "engine/load/scalar_kind.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

bool ReadPlainScalar(DocumentReader& reader, const YamlNode& node, std::string_view what, JsonValue& out) {
  const ScalarKind kind = KindOfPlainScalar(node.text);
  if (kind == ScalarKind::kText) {
    out.kind = JsonValue::Kind::kString;
    out.text = node.text;
    return true;
  }
  JsonResult json = ReadJson(node.text);
  if (!json.value) {
    reader.Report("invalid-value", node.position,
                  std::string(what) + " is " + Quoted(node.text) + ", which JSON spells otherwise",
                  "write it as JSON does, or put it in quotes if text is meant");
    return false;
  }
  out = *std::move(json.value);
  return true;
}

std::string JsonString(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
      continue;
    }
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
    out += escape;
  }
  return out + '"';
}

}  // namespace

bool ReadJsonNode(DocumentReader& reader, const YamlNode& node, std::string_view what, JsonValue& out) {
  switch (node.kind) {
    case NodeKind::kNull:
      return true;
    case NodeKind::kScalar:
      if (node.style == ScalarStyle::kPlain) return ReadPlainScalar(reader, node, what, out);
      out.kind = JsonValue::Kind::kString;
      out.text = node.text;
      return true;
    case NodeKind::kSequence:
      out.kind = JsonValue::Kind::kArray;
      for (const YamlNode& item : node.items) {
        if (!ReadJsonNode(reader, item, "an entry of " + std::string(what), out.items.emplace_back())) return false;
      }
      return true;
    case NodeKind::kMapping:
      out.kind = JsonValue::Kind::kObject;
      for (const YamlMember& member : node.members) {
        auto& [name, value] = out.members.emplace_back(JsonValue::Member{member.key.text, {}});
        if (!ReadJsonNode(reader, member.value, Quoted(name), value)) return false;
      }
      return true;
    case NodeKind::kRefused:
      return false;
  }
  return false;
}

void ReadArguments(DocumentReader& reader, const YamlNode& node, std::string_view what, Arguments& out) {
  if (!reader.Expect(node, NodeKind::kMapping, what)) return;
  for (const YamlMember& member : node.members) {
    JsonValue value;
    if (ReadJsonNode(reader, member.value, Quoted(member.key.text), value)) {
      out.emplace_back(member.key.text, ToArgument(std::move(value)));
    }
  }
}

std::string ToJsonText(const JsonValue& value) {
  std::string text;
  switch (value.kind) {
    case JsonValue::Kind::kNull:
      return "null";
    case JsonValue::Kind::kBoolean:
      return value.boolean ? "true" : "false";
    case JsonValue::Kind::kNumber:
      return value.text;
    case JsonValue::Kind::kString:
      return JsonString(value.text);
    case JsonValue::Kind::kArray:
      for (const JsonValue& item : value.items) text += (text.empty() ? "" : ",") + ToJsonText(item);
      return "[" + text + "]";
    case JsonValue::Kind::kObject:
      for (const auto& [name, member] : value.members) {
        text += (text.empty() ? "" : ",") + JsonString(name) + ":" + ToJsonText(member);
      }
      return "{" + text + "}";
  }
  return text;
}

}  // namespace querygate
