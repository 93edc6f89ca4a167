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
ValueSchema ChoicesSchema();

// `title`, `unit`, `description` of a type with a member `documentation`.
template <typename T>
constexpr std::array<KeyRule<T>, 3> DocumentationKeys() {
  constexpr auto kOptional = Presence::kOptional;
  return {{
      {"title",
       kOptional,
       {[](DocumentReader& r, const YamlNode& v, std::string_view w, T& t) { r.Prose(v, w, t.documentation.title); },
        &TextSchema},
       "A short name for readers."},
      {"unit",
       kOptional,
       {[](DocumentReader& r, const YamlNode& v, std::string_view w, T& t) { r.Prose(v, w, t.documentation.unit); },
        &TextSchema},
       "What the number counts."},
      {"description",
       kOptional,
       {[](DocumentReader& r, const YamlNode& v, std::string_view w, T& t) {
          r.Prose(v, w, t.documentation.description);
        },
        &TextSchema},
       "What the value means, for people and models."},
  }};
}

// Constraints of a type with the members of ParameterDeclaration and ColumnDeclaration.
template <typename T>
constexpr std::array<KeyRule<T>, 10> ConstraintKeys() {
  constexpr auto kOptional = Presence::kOptional;
  return {{
      {"enum",
       kOptional,
       {[](DocumentReader& r, const YamlNode& v, std::string_view w, T& t) { ReadChoices(r, v, w, t.choices); },
        &ChoicesSchema},
       "The values that it may have: a list, or a mapping from value to what it means."},
      {"pattern", kOptional, Key<&T::pattern>::Text,
       "A regular expression that RE2 and ECMA-262 read alike; it must match the whole value."},
      {"min_length", kOptional, Key<&T::min_length>::Length, "The least length: code points of text, bytes of a blob."},
      {"max_length", kOptional, Key<&T::max_length>::Length,
       "The greatest length: code points of text, bytes of a blob."},
      {"min", kOptional, Key<&T::min>::Scalar, "The least value, inclusive."},
      {"max", kOptional, Key<&T::max>::Scalar, "The greatest value, inclusive."},
      {"precision", kOptional, Key<&T::precision>::Count, "Of a decimal: digits in all."},
      {"scale", kOptional, Key<&T::scale>::Length, "Of a decimal: digits after the point."},
      {"store",
       kOptional,
       {[](DocumentReader& r, const YamlNode& v, std::string_view w, T& t) {
          Store store = Store::kNone;
          if (r.Choice(v, w, Stores(), store)) t.store = Located<Store>{store, v.position};
        },
        [] { return ChoiceSchema(Stores()); }},
       "How the database holds a decimal or a timestamp."},
      {"reason", kOptional, Key<&T::reason>::Reason, "What a value that does not satisfy this is called."},
  }};
}

}  // namespace querygate
