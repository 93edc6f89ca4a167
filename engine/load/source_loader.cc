#include <array>
#include <utility>

#include "engine/load/document_tables.h"
#include "engine/load/file_tables_reader.h"
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
    {"backend", Presence::kRequired, Key<&SourceDeclaration::backend>::Name, "What kind of data it is: sqlite or files."},
    {"schema",
     Presence::kOptional,
     {ReadSchema, &TextSchema},
     "Of a database: the file with its DDL, beside or below this one; lint needs no data."},
    {"expose",
     Presence::kOptional,
     {ReadExpose, [] { return NamedSchema(TextsSchema()); }},
     "Of a database: the ceiling, tables and columns that any report may show."},
    {"tables",
     Presence::kOptional,
     {ReadFileTables, &FileTablesSchema},
     "Of a source over files: what they hold. Which files there are, the deployment's configuration says."},
    {"inputs", Presence::kOptional, {ReadInputLimits, &InputLimitsSchema}, "How much the files of a call may be."},
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

Vocabulary SourceVocabulary() {
  Vocabulary places{kTable.Place()};
  for (KeyPlace& place : FileTablePlaces()) places.push_back(std::move(place));
  return places;
}

// Which keys there must be depends on the backend. Whether there is such a backend is for the compiler to say.
void CheckKeys(DocumentReader& reader, const YamlNode& root, const SourceDeclaration& source) {
  const bool known = !source.backend.value.empty();
  const bool files = known ? source.backend.value == kFilesBackend : FindMember(root, "tables") != nullptr;
  for (const std::string_view key : {"schema", "expose", "tables", "inputs"}) {
    const bool of_files = key == "tables" || key == "inputs";
    const YamlNode* found = FindMember(root, key);
    if (found != nullptr && of_files != files && known) {
      reader.Report("invalid-value", found->position,
                    Backticked(key) + (files ? " belongs to a database" : " belongs to a source over files"),
                    files ? "declare `tables` with their columns" : "describe the database by `schema` and `expose`");
    } else if (found == nullptr && of_files == files && key != "inputs" &&
               !HasMisspelt(reader, root, key, kTable.Place())) {
      ReportMissingKey(reader, root, key, kTable.place);
    }
  }
}

}  // namespace

ValueSchema SourceDocument() {
  ValueSchema schema = kTable.Schema();
  schema.exactly_one = {"expose", "tables"};  // a database, or files
  return schema;
}

Loaded<SourceDeclaration> LoadSource(std::shared_ptr<const SourceText> text, std::string name) {
  SourceDeclaration seed;
  seed.name = std::move(name);
  seed.text = text;
  return LoadDocument(text, "Source", kTable, SourceVocabulary, std::move(seed), &CheckKeys);
}

}  // namespace querygate
