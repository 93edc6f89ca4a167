#include <array>
#include <utility>

#include "engine/load/report_parts.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

using Absent = CoverageDeclaration::Absent;

void ReadWhere(DocumentReader& reader, const YamlNode& value, std::string_view what, Absent& absent) {
  ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> column) {
    Scalar scalar;
    if (reader.Scalar(node, Quoted(column.value), scalar))
      absent.where.emplace_back(std::move(column), std::move(scalar));
  });
}

constexpr auto kAbsentKeys = std::to_array<KeyRule<Absent>>({
    {"query", Presence::kRequired, Key<&Absent::query>::Name, "A query of this report."},
    {"where",
     Presence::kOptional,
     {ReadWhere, [] { return NamedSchema(ScalarSchema()); }},
     "Values that a delivered row would have, as { COLUMN: VALUE }."},
    {"say", Presence::kRequired, Key<&Absent::say>::Prose, "Delivered when no delivered row of the query matches."},
});
constexpr KeyTable<Absent> kAbsentTable{"an entry of `absent`", kAbsentKeys};

void ReadAbsent(DocumentReader& reader, const YamlNode& value, std::string_view what, CoverageDeclaration& coverage) {
  if (!reader.Expect(value, NodeKind::kSequence, what)) return;
  for (const YamlNode& item : value.items) {
    Absent absent;
    if (ReadMapping(reader, item, "an entry of " + std::string(what), kAbsentTable, absent)) {
      coverage.absent.push_back(std::move(absent));
    }
  }
}

void ReadWindow(DocumentReader& reader, const YamlNode& value, std::string_view what, CoverageDeclaration& coverage) {
  std::vector<Located<std::string>> names;
  if (!reader.Texts(value, what, names)) return;
  if (names.size() != 2) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name two parameters",
                  "write [START, END]");
    return;
  }
  coverage.window = std::pair(std::move(names[0]), std::move(names[1]));
}

void ReadWatermark(DocumentReader& reader, const YamlNode& value, std::string_view what,
                   CoverageDeclaration& coverage) {
  Located<std::string> query, column;
  if (reader.QueryColumn(value, what, query, column))
    coverage.watermark = std::pair(std::move(query), std::move(column));
}

void ReadCompleteness(DocumentReader& reader, const YamlNode& value, std::string_view what, CoverageDeclaration&) {
  reader.Only(value, what, "unproven");
}

void ReadNotes(DocumentReader& reader, const YamlNode& value, std::string_view what, CoverageDeclaration& coverage) {
  if (!reader.Expect(value, NodeKind::kSequence, what)) return;
  for (const YamlNode& item : value.items) {
    std::string note;
    if (reader.Prose(item, "an entry of " + std::string(what), note)) coverage.notes.push_back(std::move(note));
  }
}

ValueSchema PairSchema() {
  ValueSchema schema = TextsSchema();
  schema.min_items = schema.max_items = 2;
  return schema;
}

constexpr auto kKeys = std::to_array<KeyRule<CoverageDeclaration>>({
    {"window",
     Presence::kOptional,
     {ReadWindow, &PairSchema},
     "The two parameters that bound what was looked at, as [START, END]."},
    {"as_of", Presence::kOptional, Key<&CoverageDeclaration::as_of>::Name,
     "The timestamp parameter of the instant that the answer speaks of."},
    {"watermark",
     Presence::kOptional,
     {ReadWatermark, &QueryColumnSchema},
     "QUERY.COLUMN that says how far the source has been filled: a hint at delay, never a proof."},
    {"completeness",
     Presence::kOptional,
     {ReadCompleteness, [] { return OnlySchema("unproven"); }},
     "Nothing proves completeness; the one value says so."},
    {"absent",
     Presence::kOptional,
     {ReadAbsent, [] { return ListSchema(kAbsentTable.Schema()); }},
     "What the absence of rows does not show."},
    {"notes",
     Presence::kOptional,
     {ReadNotes, [] { return ListSchema(TextSchema()); }},
     "Sentences that are always delivered."},
});
constexpr KeyTable<CoverageDeclaration> kTable{"`coverage`", kKeys};

}  // namespace

void ReadCoverage(DocumentReader& reader, const YamlNode& value, std::string_view what, ResultDeclaration& result) {
  CoverageDeclaration coverage;
  coverage.position = value.position;
  if (ReadMapping(reader, value, what, kTable, coverage)) result.coverage = std::move(coverage);
}

ValueSchema CoverageSchema() { return kTable.Schema(); }

Vocabulary CoveragePlaces() { return {kTable.Place(), kAbsentTable.Place()}; }

}  // namespace querygate
