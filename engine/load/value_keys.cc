#include "engine/load/value_keys.h"

#include <set>
#include <string>
#include <utility>

#include "engine/load/text_check.h"

namespace querygate {

namespace {

void ReadListedChoices(DocumentReader& reader, const YamlNode& list, std::string_view what,
                       std::vector<EnumChoice>& out) {
  std::set<std::string_view> seen;
  for (const YamlNode& item : list.items) {
    EnumChoice choice;
    if (!reader.Scalar(item, "an entry of " + std::string(what), choice.value)) continue;
    if (!seen.insert(item.text).second) {
      reader.Report("invalid-value", item.position, Quoted(item.text) + " is listed twice in " + std::string(what));
      continue;
    }
    out.push_back(std::move(choice));
  }
}

void ReadExplainedChoices(DocumentReader& reader, const YamlNode& map, std::vector<EnumChoice>& out) {
  for (const YamlMember& member : map.members) {
    EnumChoice choice;
    const std::string what = "the meaning of " + Quoted(member.key.text);
    if (!reader.Scalar(member.key, what, choice.value)) continue;
    reader.Prose(member.value, what, choice.meaning);
    out.push_back(std::move(choice));
  }
}

}  // namespace

ValueSchema ChoicesSchema() {
  ValueSchema list = ListSchema(ScalarSchema());
  list.distinct = true;
  list.min_items = 1;
  return EitherSchema(std::move(list), SomeNamedSchema(TextSchema()));
}

void ReadChoices(DocumentReader& reader, const YamlNode& value, std::string_view what, std::vector<EnumChoice>& out) {
  if (value.kind == NodeKind::kSequence) {
    ReadListedChoices(reader, value, what, out);
  } else if (value.kind == NodeKind::kMapping) {
    ReadExplainedChoices(reader, value, out);
  } else {
    reader.WrongType(value, what, "a list of values, or a mapping from value to meaning");
    return;
  }
  if (value.items.empty() && value.members.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name at least one value");
  }
}

}  // namespace querygate
