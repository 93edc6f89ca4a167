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
    {"query", Presence::kRequired, Key<&Absent::query>::Name},
    {"where", Presence::kOptional, ReadWhere},
    {"say", Presence::kRequired, Key<&Absent::say>::Prose},
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

constexpr auto kKeys = std::to_array<KeyRule<CoverageDeclaration>>({
    {"window", Presence::kOptional, ReadWindow},
    {"as_of", Presence::kOptional, Key<&CoverageDeclaration::as_of>::Name},
    {"watermark", Presence::kOptional, ReadWatermark},
    {"completeness", Presence::kOptional, ReadCompleteness},
    {"absent", Presence::kOptional, ReadAbsent},
    {"notes", Presence::kOptional, ReadNotes},
});
constexpr KeyTable<CoverageDeclaration> kTable{"`coverage`", kKeys};

}  // namespace

void ReadCoverage(DocumentReader& reader, const YamlNode& value, std::string_view what, ResultDeclaration& result) {
  CoverageDeclaration coverage;
  coverage.position = value.position;
  if (ReadMapping(reader, value, what, kTable, coverage)) result.coverage = std::move(coverage);
}

Vocabulary CoveragePlaces() { return {kTable.Place(), kAbsentTable.Place()}; }

}  // namespace querygate
