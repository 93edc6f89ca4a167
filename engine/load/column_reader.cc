#include <array>
#include <utility>

#include "engine/load/report_parts.h"
#include "engine/load/text_check.h"
#include "engine/load/value_keys.h"

namespace querygate {

namespace {

void ReadType(DocumentReader& reader, const YamlNode& value, std::string_view what, ColumnDeclaration& column) {
  column.type_position = value.position;
  if (value.kind == NodeKind::kScalar && value.text == "string") {
    reader.Report("invalid-value", value.position, std::string(what) + " of a column is never `string`",
                  "write `text`: parameters have strings, columns have text");
    return;
  }
  reader.Choice(value, what, ColumnTypes(), column.type);
}

void ReadEncode(DocumentReader& reader, const YamlNode& value, std::string_view what, ColumnDeclaration& column) {
  column.decimal_string = reader.Only(value, what, "decimal_string");
}

constexpr auto kKeys =
    JoinKeys(JoinKeys(std::to_array<KeyRule<ColumnDeclaration>>({
                          {"type",
                           Presence::kRequired,
                           {ReadType, [] { return ChoiceSchema(ColumnTypes()); }},
                           "The type of the stored value; nothing is cast."},
                          {"nullable", Presence::kOptional, Key<&ColumnDeclaration::nullable>::Boolean,
                           "NULL is delivered; otherwise it rejects the report."},
                          {"encode",
                           Presence::kOptional,
                           {ReadEncode, [] { return OnlySchema("decimal_string"); }},
                           "Of an integer: deliver it as text whatever its range."},
                      }),
                      ConstraintKeys<ColumnDeclaration>()),
             DocumentationKeys<ColumnDeclaration>());

constexpr KeyTable<ColumnDeclaration> kTable{"a column", kKeys};

}  // namespace

void ReadColumns(DocumentReader& reader, const YamlNode& value, std::string_view what, QueryDeclaration& query) {
  const bool is_mapping = ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    const std::string within = Quoted(name.value);
    ColumnDeclaration column;
    column.name = std::move(name);
    if (ReadMapping(reader, node, within, kTable, column)) query.columns.push_back(std::move(column));
  });
  if (is_mapping && value.members.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name at least one column");
  }
}

ValueSchema ColumnsSchema() { return SomeNamedSchema(kTable.Schema()); }

Vocabulary ColumnPlaces() { return {kTable.Place()}; }

}  // namespace querygate
