#include "engine/load/file_tables_reader.h"

#include <array>
#include <utility>

#include "engine/load/text_check.h"

namespace querygate {

namespace {

constexpr auto kOptional = Presence::kOptional;

void ReadType(DocumentReader& reader, const YamlNode& value, std::string_view what, FileColumnDeclaration& column) {
  column.type_position = value.position;
  reader.Choice(value, what, ColumnTypes(), column.type);
}

void ReadStore(DocumentReader& reader, const YamlNode& value, std::string_view what, FileColumnDeclaration& column) {
  Store store = Store::kNone;
  if (reader.Choice(value, what, Stores(), store)) column.store = Located<Store>{store, value.position};
}

constexpr auto kColumnKeys = std::to_array<KeyRule<FileColumnDeclaration>>({
    {"type",
     Presence::kRequired,
     {ReadType, [] { return ChoiceSchema(ColumnTypes()); }},
     "The type that every value has; nothing is cast. A value that does not fit rejects the call."},
    {"nullable", kOptional, Key<&FileColumnDeclaration::nullable>::Boolean,
     "A value may be missing: JSON null, an absent key, or an empty CSV field without quotes."},
    {"precision", kOptional, Key<&FileColumnDeclaration::precision>::Count, "Of a decimal: digits in all."},
    {"scale", kOptional, Key<&FileColumnDeclaration::scale>::Length, "Of a decimal: digits after the point."},
    {"store",
     kOptional,
     {ReadStore, [] { return ChoiceSchema(Stores()); }},
     "How SQL sees a decimal or a timestamp; scaled_integer and iso8601_utc when left out."},
    {"field", kOptional, Key<&FileColumnDeclaration::field>::Text,
     "What the file calls it, where that is not the column's name."},
    {"position", kOptional, Key<&FileColumnDeclaration::position>::Count,
     "Which field it is, from 1, of a file without a header."},
    {"folder", kOptional, Key<&FileColumnDeclaration::folder>::Text,
     "The value is in the name of a folder: NAME=VALUE."},
});
constexpr KeyTable<FileColumnDeclaration> kColumnTable{"a column of a file", kColumnKeys};

void ReadFormat(DocumentReader& reader, const YamlNode& value, std::string_view what, FileTableDeclaration& table) {
  FileFormat format = FileFormat::kCsv;
  if (reader.Choice(value, what, FileFormats(), format)) table.format = Located<FileFormat>{format, value.position};
}

void ReadHeader(DocumentReader& reader, const YamlNode& value, std::string_view what, FileTableDeclaration& table) {
  table.header_position = value.position;
  reader.Boolean(value, what, table.header);
}

void ReadFileColumns(DocumentReader& reader, const YamlNode& value, std::string_view what,
                     FileTableDeclaration& table) {
  const bool is_mapping = ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    FileColumnDeclaration column;
    const std::string within = Quoted(name.value);
    column.name = std::move(name);
    if (ReadMapping(reader, node, within, kColumnTable, column)) table.columns.push_back(std::move(column));
  });
  if (is_mapping && value.members.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name at least one column");
  }
}

constexpr auto kTableKeys = std::to_array<KeyRule<FileTableDeclaration>>({
    {"format",
     Presence::kRequired,
     {ReadFormat, [] { return ChoiceSchema(FileFormats()); }},
     "How the files are written: csv, tsv, jsonl or json. Compression with gzip is noticed."},
    {"header",
     kOptional,
     {ReadHeader, &BooleanSchema},
     "Whether csv and tsv files begin with the names of their fields; true when left out."},
    {"key", kOptional, Key<&FileTableDeclaration::key>::Texts,
     "Columns that tell any two rows apart; a second row with the same values rejects the call."},
    {"columns",
     Presence::kRequired,
     {ReadFileColumns, [] { return SomeNamedSchema(kColumnTable.Schema()); }},
     "The columns that are read, and all that any report may show; others do not exist."},
});
constexpr KeyTable<FileTableDeclaration> kTableTable{"a table of files", kTableKeys};

constexpr auto kLimitKeys = std::to_array<KeyRule<InputLimitsDeclaration>>({
    {"files", kOptional, Key<&InputLimitsDeclaration::files>::Count, "How many files a call may read: 1000."},
    {"bytes", kOptional, Key<&InputLimitsDeclaration::bytes>::ByteSize,
     "How large all of them may be together, as stored: 256MiB."},
    {"expanded_bytes", kOptional, Key<&InputLimitsDeclaration::expanded_bytes>::ByteSize,
     "How large compressed ones may be together when they are decompressed: 1GiB."},
    {"rows", kOptional, Key<&InputLimitsDeclaration::rows>::Count, "How many rows they may hold together: 1000000."},
    {"nesting", kOptional, Key<&InputLimitsDeclaration::nesting>::Count,
     "How deep objects and lists may lie within each other: 32."},
    {"value_bytes", kOptional, Key<&InputLimitsDeclaration::value_bytes>::ByteSize,
     "How large one value may be: 1MiB."},
});
constexpr KeyTable<InputLimitsDeclaration> kLimitTable{"the limits of inputs", kLimitKeys};

}  // namespace

void ReadFileTables(DocumentReader& reader, const YamlNode& value, std::string_view what, SourceDeclaration& source) {
  const bool is_mapping = ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    FileTableDeclaration table;
    const std::string within = Quoted(name.value);
    table.name = std::move(name);
    if (ReadMapping(reader, node, within, kTableTable, table)) source.tables.push_back(std::move(table));
  });
  if (is_mapping && value.members.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name at least one table");
  }
}

void ReadInputLimits(DocumentReader& reader, const YamlNode& value, std::string_view what, SourceDeclaration& source) {
  ReadMapping(reader, value, what, kLimitTable, source.inputs);
}

Vocabulary FileTablePlaces() { return {kTableTable.Place(), kColumnTable.Place(), kLimitTable.Place()}; }
ValueSchema FileTablesSchema() { return SomeNamedSchema(kTableTable.Schema()); }
ValueSchema InputLimitsSchema() { return kLimitTable.Schema(); }

}  // namespace querygate
