#include <array>
#include <utility>

#include "engine/load/report_parts.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

void ReadWholeGroup(DocumentReader& reader, const YamlNode& value, std::string_view what, ResultDeclaration& result) {
  ReadGroup(reader, value, what, result.group.emplace());
}

// A part is a query's name, or the keys of a group.
void ReadRecord(DocumentReader& reader, const YamlNode& value, std::string_view what, ResultDeclaration& result) {
  std::vector<ResultDeclaration::Part> parts;
  const bool is_mapping = ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    const std::string within = Quoted(name.value);
    if (!IsName(name.value)) {
      reader.Report("invalid-value", name.position, within + " is no name of a part", "names match [a-z][a-z0-9_]*");
    }
    ResultDeclaration::Part part;
    part.name = std::move(name);
    if (node.kind == NodeKind::kMapping) {
      ReadGroup(reader, node, within, part.content.emplace<GroupDeclaration>());
    } else if (Located<std::string> query; reader.Name(node, within + " (a query or a group)", query)) {
      part.content = std::move(query);
    }
    parts.push_back(std::move(part));
  });
  if (!is_mapping) return;
  if (value.members.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must have at least one part");
  }
  result.record = std::move(parts);
}

constexpr auto kKeys = std::to_array<KeyRule<ResultDeclaration>>({
    {"rows", Presence::kOptional, Key<&ResultDeclaration::rows>::Name, "The query whose rows are delivered."},
    {"group", Presence::kOptional, {ReadWholeGroup, &GroupSchema}, "Exact groups over the rows of a query."},
    {"record",
     Presence::kOptional,
     {ReadRecord, [] { return SomeNamedSchema(EitherSchema(NameSchema(), GroupSchema()), kNamePattern); }},
     "Named parts, each a query or a group."},
    {"coverage", Presence::kOptional, {ReadCoverage, &CoverageSchema}, "How far an absence of rows can be believed."},
});
constexpr KeyTable<ResultDeclaration> kTable{"`result`", kKeys};

constexpr auto kForms = std::to_array<std::string_view>({"rows", "group", "record"});

// Exactly one of the three forms.
void CheckForm(DocumentReader& reader, const YamlNode& node) {
  std::string_view first;
  for (const YamlMember& member : node.members) {
    for (const std::string_view form : kForms) {
      if (member.key.text != form) continue;
      if (!first.empty()) {
        reader.Report("invalid-value", member.key.position,
                      Backticked(form) + " does not go together with " + Backticked(first),
                      "a result has one of rows, group and record; a record has several parts");
      }
      if (first.empty()) first = form;
    }
  }
  if (first.empty()) {
    reader.Report("missing-key", node.position, "`result` needs `rows`, `group` or `record`");
  }
}

}  // namespace

void ReadResult(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report) {
  report.result.position = value.position;
  if (ReadMapping(reader, value, what, kTable, report.result)) CheckForm(reader, value);
}

ValueSchema ResultSchema() {
  ValueSchema schema = kTable.Schema();
  schema.exactly_one.assign(kForms.begin(), kForms.end());
  return schema;
}

Vocabulary ResultPlaces() { return {kTable.Place()}; }

}  // namespace querygate
