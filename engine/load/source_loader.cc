#include <array>
#include <utility>

#include "engine/load/document_tables.h"
#include "engine/load/load_document.h"
#include "engine/load/relative_path.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

void ReadSchema(DocumentReader& reader, const YamlNode& value, std::string_view what, SourceDeclaration& source) {
  if (!reader.Text(value, what, source.schema)) return;
  if (!StaysBelow(source.schema.value)) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name a file beside or below this one",
                  "write a relative path without `..`");
  }
}

void ReadExpose(DocumentReader& reader, const YamlNode& value, std::string_view what, SourceDeclaration& source) {
  ReadNamed(reader, value, what, [&](const YamlNode& columns, Located<std::string> name) {
    SourceDeclaration::Table table{std::move(name), {}};
    reader.Texts(columns, Quoted(table.name.value), table.columns);
    source.expose.push_back(std::move(table));
  });
}

void ReadRowScope(DocumentReader& reader, const YamlNode& value, std::string_view what, SourceDeclaration& source) {
  ReadNamed(reader, value, what, [&](const YamlNode& columns, Located<std::string> name) {
    SourceDeclaration::ScopedTable table{std::move(name), {}};
    const std::string within = Quoted(table.name.value);
    ReadNamed(reader, columns, within, [&](const YamlNode& scope, Located<std::string> column) {
      Located<std::string> scope_name;
      if (reader.Name(scope, "the scope of " + Quoted(column.value), scope_name)) {
        table.columns.emplace_back(std::move(column), std::move(scope_name));
      }
    });
    if (columns.kind == NodeKind::kMapping && columns.members.empty()) {
      reader.Report("invalid-value", columns.position, within + " must name at least one column",
                    "write { COLUMN: SCOPE }, or leave the table out");
    }
    source.row_scope.push_back(std::move(table));
  });
}

constexpr auto kKeys = std::to_array<KeyRule<SourceDeclaration>>({
    HeaderKey<SourceDeclaration>("apiVersion"),
    HeaderKey<SourceDeclaration>("kind"),
    {"description", Presence::kOptional, Key<&SourceDeclaration::description>::Prose, "What the database holds."},
    {"backend", Presence::kRequired, Key<&SourceDeclaration::backend>::Name, "Which kind of database it is: sqlite."},
    {"schema",
     Presence::kRequired,
     {ReadSchema, &TextSchema},
     "The file with the DDL of the database, beside or below this one; lint needs no data."},
    {"expose",
     Presence::kRequired,
     {ReadExpose, [] { return NamedSchema(TextsSchema()); }},
     "The ceiling: tables and columns that any report may show."},
    {"functions", Presence::kOptional, Key<&SourceDeclaration::functions>::Texts,
     "Functions that any report may call."},
    {"recursive", Presence::kOptional, Key<&SourceDeclaration::recursive>::Boolean, "Reports may be recursive."},
    {"row_scope",
     Presence::kOptional,
     {ReadRowScope, [] { return NamedSchema(SomeNamedSchema(NameSchema())); }},
     "Rows that a caller may see, as { TABLE: { COLUMN: SCOPE } }."},
    {"large", Presence::kOptional, Key<&SourceDeclaration::large>::Texts,
     "Tables that should not be scanned from end to end."},
});

constexpr KeyTable<SourceDeclaration> kTable{"a Source document", kKeys};

Vocabulary SourceVocabulary() { return {kTable.Place()}; }

}  // namespace

ValueSchema SourceDocument() { return kTable.Schema(); }

Loaded<SourceDeclaration> LoadSource(std::shared_ptr<const SourceText> text, std::string name) {
  SourceDeclaration seed;
  seed.name = std::move(name);
  seed.text = text;
  return LoadDocument(text, "Source", kTable, SourceVocabulary, std::move(seed));
}

}  // namespace querygate
