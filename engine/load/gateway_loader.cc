#include <array>
#include <utility>

#include "engine/load/document_tables.h"
#include "engine/load/execution_reader.h"
#include "engine/load/lint_reader.h"
#include "engine/load/load_document.h"
#include "engine/load/serve_reader.h"
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

constexpr auto kLocationKeys = std::to_array<KeyRule<SourceLocation>>({
    {"path", Presence::kOptional, Key<&SourceLocation::path>::Text,
     "The database file; ${VARIABLE} is read from the environment."},
    {"by", Presence::kOptional, Key<&SourceLocation::by>::Name, "The scope value that picks the database."},
    {"paths",
     Presence::kOptional,
     {ReadPaths, [] { return SomeNamedSchema(TextSchema()); }},
     "A database file for each value of the scope."},
});

constexpr KeyTable<SourceLocation> kLocationTable{"a source's location", kLocationKeys};

// `{ path }`, or `{ by, paths }`.
void CheckLocation(DocumentReader& reader, const YamlNode& node, const std::string& what) {
  const bool path = FindMember(node, "path") != nullptr;
  const bool by = FindMember(node, "by") != nullptr;
  const YamlNode* paths = FindMember(node, "paths");
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

void ReadSources(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway) {
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

ValueSchema SourcesSchema() {
  ValueSchema location = kLocationTable.Schema();
  location.exactly_one = {"path", "by"};
  return NamedSchema(std::move(location), kNamePattern);
}

constexpr auto kKeys = std::to_array<KeyRule<GatewayDeclaration>>({
    HeaderKey<GatewayDeclaration>("apiVersion"),
    HeaderKey<GatewayDeclaration>("kind"),
    {"reports", Presence::kOptional, Key<&GatewayDeclaration::reports>::Text, "The folder of reports."},
    {"policies", Presence::kOptional, Key<&GatewayDeclaration::policies>::Text, "The folder of policies."},
    {"sources", Presence::kOptional, {ReadSources, &SourcesSchema}, "Where the databases are, by name of the source."},
    {"execution", Presence::kOptional, {ReadExecution, &ExecutionSchema}, "How calls are executed, and how many."},
    {"lint", Presence::kOptional, {ReadLint, &LintSchema}, "How grave the findings of lint are here."},
    {"serve", Presence::kOptional, {ReadServe, &ServeSchema}, "How the deployment is served."},
});

constexpr KeyTable<GatewayDeclaration> kTable{"a Gateway document", kKeys};

Vocabulary GatewayVocabulary() {
  Vocabulary places{kTable.Place(), kLocationTable.Place()};
  for (KeyPlace& place : LintPlaces()) places.push_back(std::move(place));
  for (KeyPlace& place : ExecutionPlaces()) places.push_back(std::move(place));
  for (KeyPlace& place : ServePlaces()) places.push_back(std::move(place));
  return places;
}

}  // namespace

ValueSchema GatewayDocument() { return kTable.Schema(); }

Loaded<GatewayDeclaration> LoadGateway(std::shared_ptr<const SourceText> text, std::string directory) {
  GatewayDeclaration seed;
  seed.text = text;
  seed.directory = std::move(directory);
  seed.reports.value = "reports";
  seed.policies.value = "policies";
  return LoadDocument(text, "Gateway", kTable, GatewayVocabulary, std::move(seed));
}

}  // namespace querygate
