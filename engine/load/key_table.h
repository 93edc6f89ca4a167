// Mappings by table: one row says a key's name, whether it must be there, and how it is read. A new key is a
// new row.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/load/document_reader.h"

namespace querygate {

enum class Presence { kOptional, kRequired };

template <typename T>
struct KeyRule {
  std::string_view name;
  Presence presence;
  void (*read)(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target);
};

template <typename T>
struct KeyTable {
  std::string_view place;  // "a query", as messages say it
  std::span<const KeyRule<T>> keys;

  KeyPlace Place() const {
    KeyPlace names{place, {}};
    for (const KeyRule<T>& key : keys) names.keys.push_back(key.name);
    return names;
  }
};

// Joins two arrays of rows.
template <typename T, std::size_t kFirst, std::size_t kSecond>
constexpr std::array<KeyRule<T>, kFirst + kSecond> JoinKeys(const std::array<KeyRule<T>, kFirst>& first,
                                                            const std::array<KeyRule<T>, kSecond>& second) {
  std::array<KeyRule<T>, kFirst + kSecond> joined{};
  for (std::size_t i = 0; i < kFirst; ++i) joined[i] = first[i];
  for (std::size_t i = 0; i < kSecond; ++i) joined[kFirst + i] = second[i];
  return joined;
}

// The parts of ReadMapping that do not depend on the type.
bool IsExtensionKey(std::string_view key);  // x-…
void ReportUnknownKey(DocumentReader& reader, const YamlMember& member, const KeyPlace& place);
void ReportMissingKey(DocumentReader& reader, const YamlNode& mapping, std::string_view key, std::string_view place);
std::string Backticked(std::string_view key);
const YamlNode* FindMember(const YamlNode& mapping, std::string_view key);

// Reads every known key into `target` and reports the others. False when `node` is no mapping.
template <typename T>
bool ReadMapping(DocumentReader& reader, const YamlNode& node, std::string_view what, const KeyTable<T>& table,
                 T& target) {
  if (!reader.Expect(node, NodeKind::kMapping, what)) return false;
  for (const YamlMember& member : node.members) {
    const KeyRule<T>* rule = nullptr;
    for (const KeyRule<T>& candidate : table.keys) {
      if (candidate.name == member.key.text) rule = &candidate;
    }
    if (rule != nullptr) {
      rule->read(reader, member.value, Backticked(member.key.text), target);
    } else if (!IsExtensionKey(member.key.text)) {
      ReportUnknownKey(reader, member, table.Place());
    }
  }
  for (const KeyRule<T>& rule : table.keys) {
    if (rule.presence == Presence::kRequired && FindMember(node, rule.name) == nullptr) {
      ReportMissingKey(reader, node, rule.name, table.place);
    }
  }
  return true;
}

// Mappings whose keys the author chooses. `read` is called with (member, name) for each key that is text.
template <typename Read>
bool ReadNamed(DocumentReader& reader, const YamlNode& node, std::string_view what, Read read) {
  if (!reader.Expect(node, NodeKind::kMapping, what)) return false;
  for (const YamlMember& member : node.members) {
    Located<std::string> name;
    if (reader.Text(member.key, "a name in " + std::string(what), name)) read(member.value, std::move(name));
  }
  return true;
}

// Common rows: the member pointed to decides by its type how it is read.
template <auto kMember>
struct Key {
  template <typename T>
  static void Text(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
    reader.Text(value, what, target.*kMember);
  }
  template <typename T>
  static void Name(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
    reader.Name(value, what, target.*kMember);
  }
  template <typename T>
  static void Prose(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
    reader.Prose(value, what, target.*kMember);
  }
  template <typename T>
  static void Scalar(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
    reader.Scalar(value, what, target.*kMember);
  }
  template <typename T>
  static void Boolean(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
    reader.Boolean(value, what, target.*kMember);
  }
  template <typename T>
  static void Duration(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
    reader.Duration(value, what, target.*kMember);
  }
  template <typename T>
  static void ByteSize(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
    reader.ByteSize(value, what, target.*kMember);
  }
  template <typename T>
  static void Texts(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
    reader.Texts(value, what, target.*kMember);
  }
  template <typename T>
  static void Count(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
    reader.Integer(value, what, kPositive, target.*kMember);
  }
  template <typename T>
  static void Length(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
    reader.Integer(value, what, kNotNegative, target.*kMember);
  }
};

}  // namespace querygate
