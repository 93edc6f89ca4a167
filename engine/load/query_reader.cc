#include <algorithm>
#include <array>
#include <utility>

#include "engine/load/report_parts.h"
#include "engine/load/scalar_kind.h"
#include "engine/load/scalar_trace.h"
#include "engine/load/text_check.h"

namespace querygate {

namespace {

bool ReadStatement(DocumentReader& reader, const YamlNode& value, std::string_view what, AnchoredText& out) {
  Located<std::string> text;
  if (!reader.Text(value, what, text)) return false;
  out = TraceScalar(reader.text(), value);
  return true;
}

void ReadVariants(DocumentReader& reader, const YamlNode& value, std::string_view what, SqlDeclaration& sql) {
  if (!reader.Expect(value, NodeKind::kMapping, what)) return;
  if (value.members.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must hold at least one statement");
  }
  for (const YamlMember& member : value.members) {
    SqlDeclaration::Variant variant;
    variant.value = {member.key.text, member.key.position};
    if (ReadStatement(reader, member.value, "the variant " + Quoted(member.key.text), variant.text)) {
      sql.variants.push_back(std::move(variant));
    }
  }
}

constexpr auto kChoiceKeys = std::to_array<KeyRule<SqlDeclaration>>({
    {"by", Presence::kRequired, Key<&SqlDeclaration::by>::Name, "The enum parameter that picks the statement."},
    {"variants",
     Presence::kRequired,
     {ReadVariants, [] { return SomeNamedSchema(TextSchema()); }},
     "A statement for each value of the parameter."},
});
constexpr KeyTable<SqlDeclaration> kChoiceTable{"a choice of statements", kChoiceKeys};

void ReadSql(DocumentReader& reader, const YamlNode& value, std::string_view what, QueryDeclaration& query) {
  if (value.kind == NodeKind::kMapping) {
    ReadMapping(reader, value, what, kChoiceTable, query.sql);
    return;
  }
  SqlDeclaration::Variant variant;
  variant.value.position = value.position;
  if (ReadStatement(reader, value, what, variant.text)) query.sql.variants.push_back(std::move(variant));
}

void ReadMaxRows(DocumentReader& reader, const YamlNode& value, std::string_view what, RowsDeclaration& rows) {
  const bool named = value.kind == NodeKind::kScalar && value.style == ScalarStyle::kPlain &&
                     KindOfPlainScalar(value.text) == ScalarKind::kText && IsName(value.text);
  if (named) {
    rows.max = Located<std::string>{value.text, value.position};
    return;
  }
  Located<std::int64_t> number;
  if (reader.Integer(value, std::string(what) + " (a number or an integer parameter)", kPositive, number))
    rows.max = number;
}

constexpr auto kOver = std::to_array<NamedValue<bool>>({{"reject", false}, {"truncate", true}});

void ReadOver(DocumentReader& reader, const YamlNode& value, std::string_view what, RowsDeclaration& rows) {
  reader.Choice(value, what, std::span<const NamedValue<bool>>(kOver), rows.truncate);
}

template <RowsDeclaration::Mode kMode>
void ReadOne(DocumentReader& reader, const YamlNode& value, std::string_view what, RowsDeclaration& rows) {
  Located<std::int64_t> one;
  if (reader.Integer(value, what, {1, 1}, one)) rows.mode = kMode;
}

constexpr auto kRowsKeys = std::to_array<KeyRule<RowsDeclaration>>({
    {"max",
     Presence::kOptional,
     {ReadMaxRows, [] { return EitherSchema(CountSchema(), NameSchema()); }},
     "The most rows: a number, or the name of an integer parameter."},
    {"over",
     Presence::kOptional,
     {ReadOver, [] { return ChoiceSchema(std::span<const NamedValue<bool>>(kOver)); }},
     "With more rows than max: reject the report, or deliver the first ones and say so."},
    {"exactly",
     Presence::kOptional,
     {ReadOne<RowsDeclaration::Mode::kExactlyOne>,
      [] {
        return IntegerSchema({1, 1});
      }},
     "One row, delivered as an object."},
    {"at_most",
     Presence::kOptional,
     {ReadOne<RowsDeclaration::Mode::kAtMostOne>,
      [] {
        return IntegerSchema({1, 1});
      }},
     "One row or none, delivered as an object or null."},
    {"none", Presence::kOptional, Key<&RowsDeclaration::none>::Reason, "The reason when there is no row."},
    {"many", Presence::kOptional, Key<&RowsDeclaration::many>::Reason, "The reason when there are several rows."},
});
constexpr KeyTable<RowsDeclaration> kRowsTable{"`rows`", kRowsKeys};

struct RowsForm {
  std::string_view key;                        // that makes this form
  std::array<std::string_view, 2> companions;  // keys that may stand beside it
};
constexpr auto kRowsForms = std::to_array<RowsForm>({
    {"max", {"over", ""}},
    {"exactly", {"none", "many"}},
    {"at_most", {"many", ""}},
});
constexpr std::string_view kRowsHelp =
    "write { max: N, over: reject }, { exactly: 1, none: REASON, many: REASON } or { at_most: 1 }";

// Exactly one form, and nothing of another.
void CheckRowsForm(DocumentReader& reader, const YamlNode& rows) {
  const RowsForm* form = nullptr;
  for (const RowsForm& candidate : kRowsForms) {
    if (form == nullptr && FindMember(rows, candidate.key) != nullptr) form = &candidate;
  }
  if (form == nullptr) {
    reader.Report("missing-key", rows.position, "`rows` needs `max`, `exactly` or `at_most`", std::string(kRowsHelp));
    return;
  }
  for (const YamlMember& member : rows.members) {
    const std::string_view key = member.key.text;
    const bool known =
        std::any_of(kRowsKeys.begin(), kRowsKeys.end(), [key](const auto& row) { return row.name == key; });
    const bool fits = key == form->key || key == form->companions[0] || key == form->companions[1];
    if (known && !fits) {
      reader.Report("invalid-value", member.key.position,
                    Backticked(key) + " does not go together with " + Backticked(form->key), std::string(kRowsHelp));
    }
  }
}

void ReadRows(DocumentReader& reader, const YamlNode& value, std::string_view what, QueryDeclaration& query) {
  query.rows.position = value.position;
  if (ReadMapping(reader, value, what, kRowsTable, query.rows)) CheckRowsForm(reader, value);
}

void ReadBinds(DocumentReader& reader, const YamlNode& value, std::string_view what, QueryDeclaration& query) {
  ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    const std::string within = Quoted(name.value);
    if (!IsName(name.value)) {
      reader.Report("invalid-value", name.position, within + " is no name of a bind", "names match [a-z][a-z0-9_]*");
    }
    BindDeclaration bind;
    bind.name = std::move(name);
    if (reader.QueryColumn(node, within, bind.query, bind.column)) query.binds.push_back(std::move(bind));
  });
}

ValueSchema RowsSchema() {
  ValueSchema schema = kRowsTable.Schema();
  for (const RowsForm& form : kRowsForms) schema.exactly_one.push_back(form.key);
  return schema;
}

constexpr auto kQueryKeys = std::to_array<KeyRule<QueryDeclaration>>({
    {"bind",
     Presence::kOptional,
     {ReadBinds, [] { return NamedSchema(QueryColumnSchema(), kNamePattern); }},
     "Values of earlier exactly: 1 queries, as { NAME: QUERY.COLUMN }."},
    {"sql",
     Presence::kRequired,
     {ReadSql, [] { return EitherSchema(TextSchema(), kChoiceTable.Schema()); }},
     "One SELECT with named parameters, or { by: PARAMETER, variants: { VALUE: SELECT } }."},
    {"rows", Presence::kRequired, {ReadRows, &RowsSchema}, "How many rows are expected."},
    {"columns",
     Presence::kRequired,
     {ReadColumns, &ColumnsSchema},
     "Every result column by name, and what it may hold."},
});
constexpr KeyTable<QueryDeclaration> kQueryTable{"a query", kQueryKeys};

}  // namespace

void ReadQueries(DocumentReader& reader, const YamlNode& value, std::string_view what, ReportDeclaration& report) {
  const bool is_mapping = ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    const std::string within = Quoted(name.value);
    if (!IsName(name.value)) {
      reader.Report("invalid-value", name.position, within + " is no name of a query",
                    "names match [a-z][a-z0-9_]* and have at most 64 characters");
    }
    QueryDeclaration query;
    query.name = std::move(name);
    if (ReadMapping(reader, node, within, kQueryTable, query)) report.queries.push_back(std::move(query));
  });
  if (is_mapping && value.members.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must hold at least one query");
  }
}

ValueSchema QueriesSchema() { return SomeNamedSchema(kQueryTable.Schema(), kNamePattern); }

Vocabulary QueryPlaces() { return {kQueryTable.Place(), kRowsTable.Place(), kChoiceTable.Place()}; }

}  // namespace querygate
