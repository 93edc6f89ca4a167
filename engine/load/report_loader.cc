#include <array>
#include <utility>

#include "engine/load/budget_keys.h"
#include "engine/load/document_tables.h"
#include "engine/load/load_document.h"
#include "engine/load/report_parts.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

// `limits: NAME`, or `limits: { use: NAME, deadline: 1s, … }`.

constexpr auto kLimitsKeys = JoinKeys(std::to_array<KeyRule<ReportDeclaration>>({
                                          {"use", Presence::kOptional, Key<&ReportDeclaration::limits>::Name,
                                           "A document in policies/limits; `default` where it is left out."},
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

ValueSchema LimitsSchema() { return EitherSchema(NameSchema(), kLimitsTable.Schema()); }

constexpr auto kWindowKeys = std::to_array<KeyRule<WindowDeclaration>>({
    {"start", Presence::kRequired, Key<&WindowDeclaration::start>::Name, "A date or timestamp parameter."},
    {"end", Presence::kRequired, Key<&WindowDeclaration::end>::Name,
     "A parameter of the same type; later than the start."},
    {"max", Presence::kOptional, Key<&WindowDeclaration::max>::Duration, "How long the window may be."},
    {"closed", Presence::kOptional, Key<&WindowDeclaration::closed>::Boolean,
     "For dates: the whole last day is part of the window."},
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
    {"tables",
     Presence::kRequired,
     {ReadTables, [] { return NamedSchema(TextsSchema()); }},
     "Tables and views, each with the columns that may be read; an empty list permits counting rows only."},
    {"functions", Presence::kOptional, Key<&AllowDeclaration::functions>::Texts,
     "SQL functions, operators such as like and -> included."},
    {"recursive", Presence::kOptional, {ReadRecursive, &BooleanSchema}, "Recursive common table expressions."},
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
    {"title", Presence::kRequired, Key<&ReportDeclaration::title>::Prose, "One line for lists."},
    {"description", Presence::kRequired, Key<&ReportDeclaration::description>::Prose,
     "What the report answers and what it does not; a model chooses by it."},
    {"owner", Presence::kRequired, Key<&ReportDeclaration::owner>::Prose, "Who answers for it."},
    {"version", Presence::kRequired, Key<&ReportDeclaration::version>::Count, "Counts breaking changes, from 1."},
    {"status",
     Presence::kOptional,
     {ReadStatus, [] { return ChoiceSchema(ReportStatuses()); }},
     "A draft runs only locally; a deprecated report names its replacement; a retired one is no longer served."},
    {"replaced_by", Presence::kOptional, Key<&ReportDeclaration::replaced_by>::Text,
     "The id of the report to use instead; only with deprecated or retired."},
    {"source", Presence::kRequired, Key<&ReportDeclaration::source>::Name, "A document in policies/sources."},
    {"limits",
     Presence::kOptional,
     {ReadLimits, &LimitsSchema},
     "A document in policies/limits by name, or { use: NAME } with narrower values."},
    {"parameters", Presence::kOptional, {ReadParameters, &ParametersSchema}, "What a caller chooses, by name."},
    {"windows",
     Presence::kOptional,
     {ReadWindows, [] { return ListSchema(kWindowTable.Schema()); }},
     "Pairs of parameters that bound a span of time."},
    {"allow",
     Presence::kRequired,
     {ReadAllow, [] { return kAllowTable.Schema(); }},
     "What the SQL may touch; everything else is denied."},
    {"queries", Presence::kRequired, {ReadQueries, &QueriesSchema}, "The statements, in the order in which they run."},
    {"result", Presence::kRequired, {ReadResult, &ResultSchema}, "What is delivered."},
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

ValueSchema ReportDocument() { return kTable.Schema(); }

Loaded<ReportDeclaration> LoadReport(std::shared_ptr<const SourceText> text, std::string id) {
  ReportDeclaration seed;
  seed.id = std::move(id);
  seed.text = text;
  return LoadDocument(text, "Report", kTable, ReportVocabulary, std::move(seed));
}

}  // namespace querygate
