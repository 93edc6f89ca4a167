#include <array>
#include <utility>

#include "engine/load/report_parts.h"
#include "engine/load/text_check.h"
#include "engine/load/value_keys.h"

namespace querygate {

namespace {

constexpr std::int64_t kMaxItems = 100;

void ReadType(DocumentReader& reader, const YamlNode& value, std::string_view what, ParameterDeclaration& parameter) {
  parameter.type_position = value.position;
  reader.Choice(value, what, ScalarTypes(), parameter.type);
}

void ReadFrom(DocumentReader& reader, const YamlNode& value, std::string_view what, ParameterDeclaration& parameter) {
  parameter.from_scope = reader.Only(value, what, "scope");
}

void ReadMaxItems(DocumentReader& reader, const YamlNode& value, std::string_view what,
                  ParameterDeclaration& parameter) {
  reader.Integer(value, what, {1, kMaxItems}, parameter.max_items);
}

void ReadDefault(DocumentReader& reader, const YamlNode& value, std::string_view what,
                 ParameterDeclaration& parameter) {
  if (value.kind == NodeKind::kSequence) {
    reader.WrongType(value, what, "a single value", "one value is enough, for a list parameter too");
  } else if (value.kind == NodeKind::kNull) {
    reader.WrongType(value, what, "a single value", "for a parameter that may be absent write optional: true");
  } else {
    reader.Scalar(value, what, parameter.default_value);
  }
}

constexpr auto kKeys = JoinKeys(
    JoinKeys(
        std::to_array<KeyRule<ParameterDeclaration>>({
            {"type",
             Presence::kRequired,
             {ReadType, [] { return ChoiceSchema(ScalarTypes()); }},
             "The type of the value; nothing is coerced."},
            {"from",
             Presence::kOptional,
             {ReadFrom, [] { return OnlySchema("scope"); }},
             "The host supplies the value from the caller's identity; the caller cannot choose it."},
            {"list", Presence::kOptional, Key<&ParameterDeclaration::list>::Boolean, "Several values, for IN (:name)."},
            {"max_items",
             Presence::kOptional,
             {ReadMaxItems,
              [] {
                return IntegerSchema({1, kMaxItems});
              }},
             "Of a list: the most values."},
            {"optional", Presence::kOptional, Key<&ParameterDeclaration::optional>::Boolean,
             "Left out, it binds NULL."},
            {"loggable", Presence::kOptional, Key<&ParameterDeclaration::loggable>::Boolean,
             "Its values may stand in the audit log in clear; otherwise only their hash does."},
            {"default",
             Presence::kOptional,
             {ReadDefault, &ScalarSchema},
             "Used when it is left out; dates and timestamps also take now, today, now-30d, today-1d."},
        }),
        ConstraintKeys<ParameterDeclaration>()),
    DocumentationKeys<ParameterDeclaration>());

constexpr KeyTable<ParameterDeclaration> kTable{"a parameter", kKeys};

}  // namespace

void ReadParameters(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report) {
  ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    const std::string within = Quoted(name.value);
    if (!IsName(name.value)) {
      reader.Report("invalid-value", name.position, within + " is no name of a parameter",
                    "names match [a-z][a-z0-9_]* and have at most 64 characters");
    }
    ParameterDeclaration parameter;
    parameter.name = std::move(name);
    if (ReadMapping(reader, node, within, kTable, parameter)) report.parameters.push_back(std::move(parameter));
  });
}

ValueSchema ParametersSchema() { return NamedSchema(kTable.Schema(), kNamePattern); }

Vocabulary ParameterPlaces() { return {kTable.Place()}; }

}  // namespace querygate
