#include "engine/load/locations_reader.h"

#include <array>
#include <utility>

#include "engine/load/text_check.h"

namespace querygate {

namespace {

void ReadPaths(DocumentReader& reader, const YamlNode& value, std::string_view what, SourceLocation& location) {
  ReadNamed(reader, value, what, [&](const YamlNode& path, Located<std::string> scope_value) {
    Located<std::string> text;
    if (reader.Text(path, "the path of " + Quoted(scope_value.value), text)) {
      location.paths.emplace_back(std::move(scope_value), std::move(text));
    }
  });
}

// `{ TABLE: PATH }` or `{ TABLE: [PATH, …] }`.
void ReadLocatedFiles(DocumentReader& reader, const YamlNode& value, std::string_view what, SourceLocation& location) {
  ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> table) {
    std::vector<Located<std::string>> patterns;
    const std::string within = "the files of " + Quoted(table.value);
    if (node.kind == NodeKind::kSequence) {
      if (!reader.Texts(node, within, patterns)) return;
      if (patterns.empty()) reader.Report("invalid-value", node.position, within + " must be at least one path");
    } else if (!reader.Text(node, within, patterns.emplace_back())) {
      return;
    }
    location.files.emplace_back(std::move(table), std::move(patterns));
  });
}

constexpr auto kLocationKeys = std::to_array<KeyRule<SourceLocation>>({
    {"path", Presence::kOptional, Key<&SourceLocation::path>::Text,
     "The database file, or the files of the only table; ${VARIABLE} is read from the environment."},
    {"by", Presence::kOptional, Key<&SourceLocation::by>::Name, "The scope value that picks the database."},
    {"paths",
     Presence::kOptional,
     {ReadPaths, [] { return SomeNamedSchema(TextSchema()); }},
     "A database file for each value of the scope."},
    {"files",
     Presence::kOptional,
     {ReadLocatedFiles, [] { return SomeNamedSchema(EitherSchema(TextSchema(), TextsSchema())); }},
     "Of a source over files: the files of each table, as paths, patterns like `day/*.csv`, or folders."},
});

constexpr KeyTable<SourceLocation> kLocationTable{"a source's location", kLocationKeys};

// `{ path }`, `{ by, paths }` or `{ files }`.
void CheckLocation(DocumentReader& reader, const YamlNode& node, const std::string& what) {
  const bool path = FindMember(node, "path") != nullptr;
  const bool by = FindMember(node, "by") != nullptr;
  const YamlNode* paths = FindMember(node, "paths");
  const YamlNode* files = FindMember(node, "files");
  if (files != nullptr) {
    if (path || by || paths != nullptr) {
      reader.Report("invalid-value", node.position, what + " has both files by table and another location",
                    "keep `files`, or the other");
    } else if (files->kind == NodeKind::kMapping && files->members.empty()) {
      reader.Report("invalid-value", files->position, "`files` must name the files of at least one table");
    }
    return;
  }
  if (path && (by || paths != nullptr)) {
    reader.Report("invalid-value", node.position, what + " has both one path and several",
                  "keep `path`, or `by` with `paths`");
  } else if (!path && !by && paths == nullptr) {
    ReportMissingKey(reader, node, "path", kLocationTable.place);
  } else if (!path && !by) {
    ReportMissingKey(reader, node, "by", kLocationTable.place);
  } else if (!path && paths == nullptr) {
    ReportMissingKey(reader, node, "paths", kLocationTable.place);
  } else if (paths != nullptr && paths->kind == NodeKind::kMapping && paths->members.empty()) {
    reader.Report("invalid-value", paths->position, "`paths` must name at least one file");
  }
}

}  // namespace

void ReadLocations(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway) {
  ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    SourceLocation location;
    const std::string within = Quoted(name.value);
    if (!IsName(name.value)) {
      reader.Report("invalid-value", name.position, within + " is no name of a source", "names match [a-z][a-z0-9_]*");
    }
    location.name = std::move(name);
    if (!ReadMapping(reader, node, within, kLocationTable, location)) return;
    CheckLocation(reader, node, within);
    gateway.sources.push_back(std::move(location));
  });
}

ValueSchema LocationsSchema() {
  ValueSchema location = kLocationTable.Schema();
  location.exactly_one = {"path", "by", "files"};
  return NamedSchema(std::move(location), kNamePattern);
}

Vocabulary LocationPlaces() { return {kLocationTable.Place()}; }

}  // namespace querygate
