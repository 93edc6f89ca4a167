// What an editor is told about a value: the part of JSON Schema that the declaration language needs, as plain
// values. It is looser than the loader where JSON Schema cannot say what the loader checks, never stricter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/load/document_reader.h"

namespace querygate {

struct SchemaMember;

struct ValueSchema {
  std::vector<std::string_view> types;  // "object", "string", …; empty: any
  std::string description;
  std::vector<std::string> values;  // texts, of which it is one
  std::string_view pattern;         // ECMA-262, of a text
  std::optional<std::int64_t> min_length, max_length;
  std::optional<std::int64_t> min, max;
  std::vector<ValueSchema> items;  // none, or the one that every item of a list satisfies
  bool distinct = false;           // items
  std::optional<std::int64_t> min_items, max_items;
  std::vector<SchemaMember> members;  // of a mapping; beside them only x- keys, unless `others` says more
  std::vector<ValueSchema> others;    // none, or the one that every other member satisfies
  std::string_view other_names;       // pattern of their keys; empty: any
  std::optional<std::int64_t> min_members;
  std::vector<ValueSchema> any_of;
  std::vector<std::string_view> exactly_one;  // of these members is there
};

struct SchemaMember {
  std::string_view name;
  bool required = false;
  ValueSchema schema;
};

inline constexpr std::string_view kNamePattern = "^[a-z][a-z0-9_]*$";

// What the methods of DocumentReader accept.
ValueSchema AnySchema();
ValueSchema TextSchema();
ValueSchema NameSchema();
ValueSchema ScalarSchema();
ValueSchema BooleanSchema();
ValueSchema DurationSchema();
ValueSchema ByteSizeSchema();
ValueSchema IntegerSchema(IntegerRange range);
ValueSchema CountSchema();   // at least 1
ValueSchema LengthSchema();  // at least 0
ValueSchema TextsSchema();
ValueSchema QueryColumnSchema();
ValueSchema OnlySchema(std::string_view value);

ValueSchema ListSchema(ValueSchema item);
ValueSchema EitherSchema(ValueSchema one, ValueSchema other);

// A mapping whose keys the author chooses.
ValueSchema NamedSchema(ValueSchema member, std::string_view name_pattern = {});
// At least one member.
ValueSchema SomeNamedSchema(ValueSchema member, std::string_view name_pattern = {});

template <typename T>
ValueSchema ChoiceSchema(std::span<const NamedValue<T>> table) {
  ValueSchema schema;
  schema.types = {"string"};
  for (const NamedValue<T>& row : table) schema.values.emplace_back(row.name);
  return schema;
}

}  // namespace querygate
