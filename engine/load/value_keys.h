// The keys that parameters and columns share: what a value may be, and how readers are told.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "engine/declaration/types.h"
#include "engine/load/key_table.h"

namespace querygate {

// `enum`: a list of values, or a mapping from value to meaning.
void ReadChoices(DocumentReader& reader, const YamlNode& value, std::string_view what, std::vector<EnumChoice>& out);

// `title`, `unit`, `description` of a type with a member `documentation`.
template <typename T>
constexpr std::array<KeyRule<T>, 3> DocumentationKeys() {
  constexpr auto kOptional = Presence::kOptional;
  return {{
      {"title", kOptional,
       [](DocumentReader& r, const YamlNode& v, std::string_view w, T& t) { r.Prose(v, w, t.documentation.title); }},
      {"unit", kOptional,
       [](DocumentReader& r, const YamlNode& v, std::string_view w, T& t) { r.Prose(v, w, t.documentation.unit); }},
      {"description", kOptional,
       [](DocumentReader& r, const YamlNode& v, std::string_view w, T& t) {
         r.Prose(v, w, t.documentation.description);
       }},
  }};
}

// Constraints of a type with the members of ParameterDeclaration and ColumnDeclaration.
template <typename T>
constexpr std::array<KeyRule<T>, 10> ConstraintKeys() {
  constexpr auto kOptional = Presence::kOptional;
  return {{
      {"enum", kOptional,
       [](DocumentReader& r, const YamlNode& v, std::string_view w, T& t) { ReadChoices(r, v, w, t.choices); }},
      {"pattern", kOptional, Key<&T::pattern>::Text},
      {"min_length", kOptional, Key<&T::min_length>::Length},
      {"max_length", kOptional, Key<&T::max_length>::Length},
      {"min", kOptional, Key<&T::min>::Scalar},
      {"max", kOptional, Key<&T::max>::Scalar},
      {"precision", kOptional, Key<&T::precision>::Count},
      {"scale", kOptional, Key<&T::scale>::Length},
      {"store", kOptional,
       [](DocumentReader& r, const YamlNode& v, std::string_view w, T& t) {
         Store store = Store::kNone;
         if (r.Choice(v, w, Stores(), store)) t.store = Located<Store>{store, v.position};
       }},
      {"reason", kOptional, Key<&T::reason>::Name},
  }};
}

}  // namespace querygate
