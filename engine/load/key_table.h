// Mappings by table: one row says a key's name, whether it must be there, how it is read, and what an editor tells
// about it. A new key is a new row.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/load/document_reader.h"
#include "engine/load/value_schema.h"

namespace querygate {

enum class Presence { kOptional, kRequired };

// How a value is read into a T, and what that accepts.
template <typename T>
struct KeyReading {
  using Read = void (*)(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target);

  Read read;
  ValueSchema (*schema)();
};

template <typename T>
struct KeyRule {
  std::string_view name;
  Presence presence;
  KeyReading<T> reading;
  std::string_view description;  // one line, for whoever writes the key
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

  ValueSchema Schema() const {
    ValueSchema schema;
    schema.types = {"object"};
    for (const KeyRule<T>& key : keys) {
      SchemaMember member{key.name, key.presence == Presence::kRequired, key.reading.schema()};
      member.schema.description = key.description;
      schema.members.push_back(std::move(member));
    }
    return schema;
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
// An unknown key was reported with the suggestion to write `key`: that it is missing goes without saying.
bool HasMisspelt(const DocumentReader& reader, const YamlNode& mapping, std::string_view key, const KeyPlace& place);
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
      rule->reading.read(reader, member.value, Backticked(member.key.text), target);
    } else if (!IsExtensionKey(member.key.text)) {
      ReportUnknownKey(reader, member, table.Place());
    }
  }
  for (const KeyRule<T>& rule : table.keys) {
    if (rule.presence == Presence::kRequired && FindMember(node, rule.name) == nullptr &&
        !HasMisspelt(reader, node, rule.name, table.Place())) {
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

// Becomes the reading of whichever type its table is for.
template <typename Reader, ValueSchema (*kSchema)()>
struct CommonReading {
  template <typename T>
  constexpr operator KeyReading<T>() const {  // NOLINT(google-explicit-constructor): it stands for one in a row
    return {&Reader::template Read<T>, kSchema};
  }
};

// Common rows: the member pointed to decides by its type how it is read. Named like the methods of DocumentReader.
// NOLINTBEGIN(readability-identifier-naming)
template <auto kMember>
struct Key {
  struct ReadText {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.Text(value, what, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadText, &TextSchema> Text{};

  struct ReadName {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.Name(value, what, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadName, &NameSchema> Name{};

  struct ReadReason {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.Reason(value, what, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadReason, &NameSchema> Reason{};

  struct ReadProse {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.Prose(value, what, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadProse, &TextSchema> Prose{};

  struct ReadScalar {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.Scalar(value, what, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadScalar, &ScalarSchema> Scalar{};

  struct ReadBoolean {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.Boolean(value, what, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadBoolean, &BooleanSchema> Boolean{};

  struct ReadDuration {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.Duration(value, what, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadDuration, &DurationSchema> Duration{};

  struct ReadByteSize {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.ByteSize(value, what, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadByteSize, &ByteSizeSchema> ByteSize{};

  struct ReadTexts {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.Texts(value, what, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadTexts, &TextsSchema> Texts{};

  struct ReadCount {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.Integer(value, what, kPositive, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadCount, &CountSchema> Count{};

  struct ReadLength {
    template <typename T>
    static void Read(DocumentReader& reader, const YamlNode& value, std::string_view what, T& target) {
      reader.Integer(value, what, kNotNegative, target.*kMember);
    }
  };
  static constexpr CommonReading<ReadLength, &LengthSchema> Length{};
};
// NOLINTEND(readability-identifier-naming)

}  // namespace querygate
