#include "engine/identity/token_table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/identity/json_members.h"
#include "engine/load/json_node.h"
#include "engine/render/json_text.h"

namespace querygate {
namespace {

// The error is the rest of a sentence that begins with the line.
Expected<TokenEntry, std::string> ReadEntry(std::string_view line) {
  const JsonObject object = ReadJsonObject(line);
  if (!object.value) return Unexpected("is not strict JSON: " + object.fault);
  for (const JsonValue::Member& member : object.value->members) {
    if (member.key != "name" && member.key != "hash" && member.key != "claims")
      return Unexpected(std::string("has a member beside name, hash and claims"));
  }
  const std::string* name = FindJsonText(*object.value, "name");
  if (name == nullptr || !IsTokenName(*name)) return Unexpected(std::string("has no usable name"));
  const std::string* text = FindJsonText(*object.value, "hash");
  const auto hash = text == nullptr ? std::nullopt : ParseTokenHash(*text);
  if (!hash) return Unexpected(std::string("has no hash; `querygate token new NAME` makes a whole line"));
  const JsonValue* claims = FindJsonMember(*object.value, "claims");
  if (claims == nullptr || claims->kind != JsonValue::Kind::kObject)
    return Unexpected(std::string("has no object of claims"));
  return TokenEntry{*name, *hash, ToJsonText(*claims)};
}

}  // namespace

std::string TokenLine(const std::string& name, const TokenHash& hash, std::string_view claims_json) {
  JsonWriter writer;
  writer.BeginObject().Key("name").String(name).Key("hash").String(ToText(hash));
  return writer.Key("claims").Raw(claims_json).EndObject().text();
}

bool IsTokenName(std::string_view name) {
  return !name.empty() && name.size() <= 64 && name.front() >= 'a' && name.front() <= 'z' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
         });
}

Expected<TokenTable, std::string> TokenTable::Parse(std::string_view text) {
  TokenTable table;
  std::size_t number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    start = end + 1;
    ++number;
    const std::size_t content = line.find_first_not_of(" \t\r");
    if (content == std::string_view::npos || line[content] == '#') continue;
    const std::string where = "line " + std::to_string(number) + " of the token file ";
    auto entry = ReadEntry(line);
    if (!entry) return Unexpected(where + entry.error());
    for (const TokenEntry& other : table.entries_) {
      if (other.name == entry->name) return Unexpected(where + "repeats the name of another line");
      if (SameHash(other.hash, entry->hash)) return Unexpected(where + "repeats the hash of another line");
    }
    table.entries_.push_back(*std::move(entry));
    if (table.entries_.size() > kMaxTokens)
      return Unexpected(std::string("the token file holds more than 1000 tokens"));
  }
  return table;
}

const TokenEntry* TokenTable::Find(std::string_view token) const {
  const TokenHash hash = HashBearerToken(token);
  const TokenEntry* found = nullptr;
  for (const TokenEntry& entry : entries_) {
    if (SameHash(entry.hash, hash)) found = &entry;
  }
  return found;
}

}  // namespace querygate
