#include "engine/load/key_table.h"

#include <algorithm>
#include <optional>

#include "engine/base/suggest.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

std::string Listed(const std::vector<std::string_view>& keys) {
  std::string out;
  for (const std::string_view key : keys) {
    if (!out.empty()) out += ", ";
    out += key;
  }
  return out;
}

std::optional<std::string> Nearest(std::string_view key, const KeyPlace& place) {
  return NearestName(key, std::vector<std::string>(place.keys.begin(), place.keys.end()));
}

}  // namespace

bool IsExtensionKey(std::string_view key) { return key.starts_with("x-"); }

std::string Backticked(std::string_view key) { return "`" + std::string(key) + "`"; }

const YamlNode* FindMember(const YamlNode& mapping, std::string_view key) {
  for (const YamlMember& member : mapping.members) {
    if (member.key.text == key) return &member.value;
  }
  return nullptr;
}

void ReportUnknownKey(DocumentReader& reader, const YamlMember& member, const KeyPlace& place) {
  const std::string& key = member.key.text;
  const std::string quoted = Quoted(key);
  if (const std::string places = PlacesOf(reader.AllKeys(), key); !places.empty()) {
    reader.Report("misplaced-key", member.key.position, quoted + " does not belong in " + std::string(place.place),
                  "it is a key of " + places);
    return;
  }
  std::string help;
  if (const auto nearest = Nearest(key, place)) {
    help = "did you mean `" + *nearest + "`?";
  } else {
    help = std::string(place.place) + " takes " + Listed(place.keys);
    const bool comma_in_flow = member.value.kind == NodeKind::kNull;
    if (comma_in_flow) help += "; text with a comma inside { } needs quotes";
  }
  reader.Report("unknown-key", member.key.position, "unknown key " + quoted + " in " + std::string(place.place), help);
}

bool HasMisspelt(const DocumentReader& reader, const YamlNode& mapping, std::string_view key, const KeyPlace& place) {
  return std::any_of(mapping.members.begin(), mapping.members.end(), [&](const YamlMember& member) {
    const std::string& written = member.key.text;
    const bool known = std::find(place.keys.begin(), place.keys.end(), written) != place.keys.end();
    if (known || IsExtensionKey(written) || !PlacesOf(reader.AllKeys(), written).empty()) return false;
    return Nearest(written, place) == key;
  });
}

void ReportMissingKey(DocumentReader& reader, const YamlNode& mapping, std::string_view key, std::string_view place) {
  reader.Report("missing-key", mapping.position, std::string(place) + " needs " + Backticked(key));
}

}  // namespace querygate
