#include <array>
#include <utility>

#include "engine/load/budget_keys.h"
#include "engine/load/load_document.h"
#include "engine/load/report_parts.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

// `limits: NAME`, or `limits: { use: NAME, deadline: 1s, … }`.

constexpr auto kLimitsKeys = JoinKeys(std::to_array<KeyRule<ReportDeclaration>>({
                                          {"use", Presence::kOptional, Key<&ReportDeclaration::limits>::Name},
                                      }),
                                      BudgetKeys<ReportDeclaration, &ReportDeclaration::narrowing>());
constexpr KeyTable<ReportDeclaration> kLimitsTable{"`limits`", kLimitsKeys};

void ReadLimits(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report) {
  if (value.kind == NodeKind::kMapping) {
    ReadMapping(reader, value, what, kLimitsTable, report);
  } else {
    reader.Name(value, what, report.limits);
  }
}

constexpr auto kWindowKeys = std::to_array<KeyRule<WindowDeclaration>>({
    {"start", Presence::kRequired, Key<&WindowDeclaration::start>::Name},
    {"end", Presence::kRequired, Key<&WindowDeclaration::end>::Name},
    {"max", Presence::kOptional, Key<&WindowDeclaration::max>::Duration},
    {"closed", Presence::kOptional, Key<&WindowDeclaration::closed>::Boolean},
});
constexpr KeyTable<WindowDeclaration> kWindowTable{"a window", kWindowKeys};

void ReadWindows(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report) {
  if (!reader.Expect(value, NodeKind::kSequence, what)) return;
  for (const YamlNode& item : value.items) {
    WindowDeclaration window;
    window.position = item.position;
    if (ReadMapping(reader, item, "an entry of " + std::string(what), kWindowTable, window)) {
      report.windows.push_back(std::move(window));
    }
  }
}

void ReadTables(DocumentReader& reader, const YamlNode& value, std::string_view what, AllowDeclaration& allow) {
  ReadNamed(reader, value, what, [&](const YamlNode& columns, Located<std::string> name) {
    AllowDeclaration::Table table{std::move(name), {}};
    reader.Texts(columns, Quoted(table.name.value), table.columns);
    allow.tables.push_back(std::move(table));
  });
}

void ReadRecursive(DocumentReader& reader, const YamlNode& value, std::string_view what, AllowDeclaration& allow) {
  allow.recursive_position = value.position;
  reader.Boolean(value, what, allow.recursive);
}

constexpr auto kAllowKeys = std::to_array<KeyRule<AllowDeclaration>>({
    {"tables", Presence::kRequired, ReadTables},
    {"functions", Presence::kOptional, Key<&AllowDeclaration::functions>::Texts},
    {"recursive", Presence::kOptional, ReadRecursive},
});
constexpr KeyTable<AllowDeclaration> kAllowTable{"`allow`", kAllowKeys};

void ReadAllow(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report) {
  report.allow.position = value.position;
  ReadMapping(reader, value, what, kAllowTable, report.allow);
}

void ReadStatus(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report) {
  report.status_position = value.position;
  reader.Choice(value, what, ReportStatuses(), report.status);
}

constexpr auto kKeys = std::to_array<KeyRule<ReportDeclaration>>({
    HeaderKey<ReportDeclaration>("apiVersion"),
    HeaderKey<ReportDeclaration>("kind"),
    {"title", Presence::kRequired, Key<&ReportDeclaration::title>::Prose},
    {"description", Presence::kRequired, Key<&ReportDeclaration::description>::Prose},
    {"owner", Presence::kRequired, Key<&ReportDeclaration::owner>::Prose},
    {"version", Presence::kRequired, Key<&ReportDeclaration::version>::Count},
    {"status", Presence::kOptional, ReadStatus},
    {"replaced_by", Presence::kOptional, Key<&ReportDeclaration::replaced_by>::Text},
    {"source", Presence::kRequired, Key<&ReportDeclaration::source>::Name},
    {"limits", Presence::kOptional, ReadLimits},
    {"parameters", Presence::kOptional, ReadParameters},
    {"windows", Presence::kOptional, ReadWindows},
    {"allow", Presence::kRequired, ReadAllow},
    {"queries", Presence::kRequired, ReadQueries},
    {"result", Presence::kRequired, ReadResult},
});
constexpr KeyTable<ReportDeclaration> kTable{"a report", kKeys};

Vocabulary ReportVocabulary() {
  Vocabulary places{kTable.Place(), kLimitsTable.Place(), kWindowTable.Place(), kAllowTable.Place()};
  for (const auto part : {ParameterPlaces, QueryPlaces, ColumnPlaces, ResultPlaces, GroupPlaces, CoveragePlaces}) {
    for (KeyPlace& place : part()) places.push_back(std::move(place));
  }
  return places;
}

}  // namespace

Loaded<ReportDeclaration> LoadReport(std::shared_ptr<const SourceText> text, std::string id) {
  ReportDeclaration seed;
  seed.id = std::move(id);
  seed.text = text;
  return LoadDocument(text, "Report", kTable, ReportVocabulary, std::move(seed));
}

}  // namespace querygate
