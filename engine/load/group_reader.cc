#include <array>
#include <utility>

#include "engine/load/report_parts.h"
#include "engine/load/scalar_kind.h"
#include "engine/load/text_check.h"
#include "engine/load/value_keys.h"

namespace querygate {

namespace {

using Kind = GroupColumnDeclaration::Kind;

// `min` and `max` are aggregates when nothing else says what the column is, bounds otherwise; so both are read
// with the mapping as a whole, below.
void ReadLater(DocumentReader&, const YamlNode&, std::string_view, GroupColumnDeclaration&) {}

template <Kind kKind>
void ReadAggregate(DocumentReader& reader, const YamlNode& value, std::string_view what,
                   GroupColumnDeclaration& column) {
  if (reader.Text(value, what, column.argument)) column.kind = kKind;
}

void ReadNulls(DocumentReader& reader, const YamlNode& value, std::string_view what, GroupColumnDeclaration& column) {
  column.skip_nulls = reader.Only(value, what, "skip");
}

void ReadEncode(DocumentReader& reader, const YamlNode& value, std::string_view what, GroupColumnDeclaration& column) {
  column.decimal_string = reader.Only(value, what, "decimal_string");
}

constexpr auto kColumnKeys =
    JoinKeys(std::to_array<KeyRule<GroupColumnDeclaration>>({
                 {"from",
                  Presence::kOptional,
                  {ReadAggregate<Kind::kFrom>, &TextSchema},
                  "One of the columns that the rows are grouped by."},
                 {"count",
                  Presence::kOptional,
                  {ReadAggregate<Kind::kCount>, &TextSchema},
                  "`rows`, or a column whose values are counted."},
                 {"sum",
                  Presence::kOptional,
                  {ReadAggregate<Kind::kSum>, &TextSchema},
                  "A column whose exact sum is delivered."},
                 {"min",
                  Presence::kOptional,
                  {ReadLater, &ScalarSchema},
                  "A column whose least value is delivered; beside another total, its bound."},
                 {"max",
                  Presence::kOptional,
                  {ReadLater, &ScalarSchema},
                  "A column whose greatest value is delivered; beside another total, its bound."},
                 {"nulls",
                  Presence::kOptional,
                  {ReadNulls, [] { return OnlySchema("skip"); }},
                  "Required for a total over a nullable column: NULL is passed over."},
                 {"encode",
                  Presence::kOptional,
                  {ReadEncode, [] { return OnlySchema("decimal_string"); }},
                  "Deliver the total as text whatever its range."},
                 {"reason", Presence::kOptional, Key<&GroupColumnDeclaration::reason>::Reason,
                  "What a total outside its bounds is called."},
             }),
             DocumentationKeys<GroupColumnDeclaration>());
constexpr KeyTable<GroupColumnDeclaration> kColumnTable{"a column of a group", kColumnKeys};

bool NamesColumn(const YamlNode* node) {
  return node != nullptr && node->kind == NodeKind::kScalar &&
         (node->style != ScalarStyle::kPlain || KindOfPlainScalar(node->text) == ScalarKind::kText);
}

void CheckAggregate(DocumentReader& reader, const YamlNode& node, std::string_view what,
                    GroupColumnDeclaration& column) {
  constexpr std::string_view kHelp = "write one of from, count, sum, min and max";
  constexpr auto kUnambiguous = std::to_array<std::string_view>({"from", "count", "sum"});
  int named = 0;
  for (const std::string_view key : kUnambiguous) named += FindMember(node, key) != nullptr ? 1 : 0;
  const YamlNode* min = FindMember(node, "min");
  const YamlNode* max = FindMember(node, "max");
  if (named > 1) {
    reader.Report("invalid-value", node.position, std::string(what) + " says twice where its value comes from",
                  std::string(kHelp));
    return;
  }
  if (named == 1) {
    if (min != nullptr) reader.Scalar(*min, "`min`", column.min);
    if (max != nullptr) reader.Scalar(*max, "`max`", column.max);
    return;
  }
  if (min == nullptr && max == nullptr) {
    reader.Report("missing-key", node.position, std::string(what) + " does not say where its value comes from",
                  std::string(kHelp));
    return;
  }
  // Both: one names a column, the other must be its bound.
  const bool by_min = min != nullptr && (max == nullptr || NamesColumn(min));
  const bool by_max = max != nullptr && (min == nullptr || NamesColumn(max));
  if (by_min == by_max) {
    reader.Report("invalid-value", node.position, std::string(what) + " must name a column in one of `min` and `max`",
                  "the other is then a bound, written as a number");
  } else if (by_min) {
    ReadAggregate<Kind::kMin>(reader, *min, "`min`", column);
    if (max != nullptr) reader.Scalar(*max, "`max`", column.max);
  } else {
    ReadAggregate<Kind::kMax>(reader, *max, "`max`", column);
    if (min != nullptr) reader.Scalar(*min, "`min`", column.min);
  }
}

void ReadGroupColumns(DocumentReader& reader, const YamlNode& value, std::string_view what, GroupDeclaration& group) {
  const bool is_mapping = ReadNamed(reader, value, what, [&](const YamlNode& node, Located<std::string> name) {
    const std::string within = Quoted(name.value);
    GroupColumnDeclaration column;
    column.name = std::move(name);
    if (!ReadMapping(reader, node, within, kColumnTable, column)) return;
    CheckAggregate(reader, node, within, column);
    group.columns.push_back(std::move(column));
  });
  if (is_mapping && value.members.empty()) {
    reader.Report("invalid-value", value.position, std::string(what) + " must name at least one column");
  }
}

// `NAME`, `NAME asc` or `NAME desc`.
void ReadOrder(DocumentReader& reader, const YamlNode& value, std::string_view what, GroupDeclaration& group) {
  if (!reader.Expect(value, NodeKind::kSequence, what)) return;
  for (const YamlNode& item : value.items) {
    OrderTerm term;
    if (!reader.Text(item, "an entry of " + std::string(what), term.column)) continue;
    std::string& column = term.column.value;
    const auto blank = column.find(' ');
    const std::string direction = blank == std::string::npos ? "asc" : column.substr(blank + 1);
    if (direction != "asc" && direction != "desc") {
      reader.Report("invalid-value", item.position, Quoted(column) + " is no order", "write NAME, or 'NAME desc'");
      continue;
    }
    term.descending = direction == "desc";
    column = column.substr(0, blank);
    group.order_by.push_back(std::move(term));
  }
}

ValueSchema OrderSchema() {
  ValueSchema term = TextSchema();
  term.pattern = "^[^ ]+( (asc|desc))?$";
  return ListSchema(std::move(term));
}

constexpr auto kGroupKeys = std::to_array<KeyRule<GroupDeclaration>>({
    {"from", Presence::kRequired, Key<&GroupDeclaration::from>::Text, "A query with over: reject."},
    {"by", Presence::kRequired, Key<&GroupDeclaration::by>::Texts,
     "The columns to group by; an empty list is one total."},
    {"max", Presence::kOptional, Key<&GroupDeclaration::max>::Count, "The most groups; one more is group_limit."},
    {"columns",
     Presence::kRequired,
     {ReadGroupColumns, [] { return SomeNamedSchema(kColumnTable.Schema()); }},
     "What each group delivers, by name."},
    {"order_by",
     Presence::kOptional,
     {ReadOrder, &OrderSchema},
     "Names of the group's columns, NAME asc or NAME desc; ties are broken by `by`."},
});
constexpr KeyTable<GroupDeclaration> kGroupTable{"a group", kGroupKeys};

}  // namespace

void ReadGroup(DocumentReader& reader, const YamlNode& value, std::string_view what, GroupDeclaration& group) {
  group.position = value.position;
  ReadMapping(reader, value, what, kGroupTable, group);
}

ValueSchema GroupSchema() { return kGroupTable.Schema(); }

Vocabulary GroupPlaces() { return {kGroupTable.Place(), kColumnTable.Place()}; }

}  // namespace querygate
