#include "engine/backend/sqlite/order_relations.h"

#include <algorithm>
#include <utility>

#include "engine/policy/allowlist.h"

namespace querygate::sqlite {
namespace {

Relation OpenRelation() {
  Relation relation;
  relation.open = true;
  relation.not_null_keys = false;
  return relation;
}

// The output that a whole number stands for.
std::optional<std::size_t> OutputByNumber(const CoreScope& scope, TokenRange term) {
  if (term.size() != 1) return std::nullopt;
  const SqlToken& token = scope.text().tokens[term.begin];
  if (token.kind != SqlToken::Kind::kNumber || token.text.size() > 4) return std::nullopt;
  std::size_t number = 0;
  for (const char c : token.text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::size_t>(c - '0');
  }
  if (number == 0 || number > scope.outputs().size()) return std::nullopt;
  return number - 1;
}

std::optional<std::size_t> OutputByAlias(const CoreScope& scope, TokenRange term) {
  if (term.size() != 1) return std::nullopt;
  const SqlToken& token = scope.text().tokens[term.begin];
  if (!IsIdentifier(token)) return std::nullopt;
  const std::string name = FoldedName(token);
  for (std::size_t i = 0; i < scope.outputs().size(); ++i) {
    if (scope.outputs()[i].alias == name) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> OutputByExpression(const CoreScope& scope, TokenRange term, std::optional<ColumnId> column) {
  const std::string canonical = scope.Canonical(term);
  for (std::size_t i = 0; i < scope.outputs().size(); ++i) {
    const ScopeOutput& output = scope.outputs()[i];
    if (column ? output.column == column : !output.column && scope.Canonical(output.expression) == canonical) return i;
  }
  return std::nullopt;
}

TermTarget TargetOfOutput(const CoreScope& scope, std::size_t output) {
  return {scope.outputs()[output].expression, output, scope.outputs()[output].column};
}

TermTarget TargetOfExpression(const CoreScope& scope, TokenRange term) {
  TermTarget target{term, std::nullopt, scope.Resolve(term)};
  target.output = OutputByExpression(scope, term, target.column);
  return target;
}

// A SELECT in FROM or WITH does not see its neighbours, but what encloses them.
bool SeesParent(const Select& select) {
  return select.parent && select.place != Select::Place::kFrom && select.place != Select::Place::kCommonTable;
}

}  // namespace

TermTarget OrderTermTarget(const CoreScope& scope, TokenRange term) {
  term = scope.WithoutParentheses(term);
  if (const auto output = OutputByNumber(scope, term)) return TargetOfOutput(scope, *output);
  if (const auto output = OutputByAlias(scope, term)) return TargetOfOutput(scope, *output);
  return TargetOfExpression(scope, term);
}

// Where a column and an alias have the same name, GROUP BY means the column and ORDER BY the alias.
TermTarget GroupTermTarget(const CoreScope& scope, TokenRange term) {
  term = scope.WithoutParentheses(term);
  if (const auto output = OutputByNumber(scope, term)) return TargetOfOutput(scope, *output);
  if (!scope.Resolve(term)) {
    const auto output = OutputByAlias(scope, term);
    if (output && !scope.open()) return TargetOfOutput(scope, *output);
  }
  return TargetOfExpression(scope, term);
}

void RenameColumns(Relation& relation, const std::vector<std::string>& names) {
  if (names.empty()) return;
  if (names.size() != relation.columns.size()) {
    relation = OpenRelation();
    return;
  }
  for (std::size_t i = 0; i < names.size(); ++i) relation.columns[i].name = names[i];
  relation.open = false;
}

const Relation& ViewRelations::Of(const SchemaObject& view) {
  const std::string name = FoldName(view.name);
  if (const auto known = known_.find(name); known != known_.end()) return known->second;
  known_.emplace(name, OpenRelation());  // what a view that reads itself would see
  const SqlTokens tokens = TokenizeSql(view.sql);
  const auto found = FindViewQuery(tokens.tokens);
  if (!found) return known_.at(name);
  const Outline outline = ParseOutline(tokens.tokens, found->query);
  if (!outline.understood) return known_.at(name);
  const QueryText text{tokens.tokens, &outline, MatchParentheses(tokens.tokens)};
  TextRelations relations(text, *this);
  Relation relation = relations.OfSelect(0);
  RenameColumns(relation, found->columns);
  return known_.insert_or_assign(name, std::move(relation)).first->second;
}

// The scope view shows the listed columns in the order of their folded names, and nothing else.
Relation ViewRelations::OfTable(const SchemaObject& table) const {
  Relation base = RelationOfTable(table);
  if (report_ == nullptr) return base;
  const bool scoped = std::any_of(report_->row_scope.begin(), report_->row_scope.end(),
                                  [&](const RowScope& scope) { return SameName(scope.table, table.name); });
  const Allowlist::Table* listed = report_->allowlist.FindTable(table.name);
  if (!scoped || listed == nullptr) return base;

  std::vector<std::size_t> places(base.columns.size());
  Relation relation;
  relation.not_null_keys = base.not_null_keys;
  const auto move = [&](std::size_t column) {
    places[column] = relation.columns.size();
    relation.columns.push_back(std::move(base.columns[column]));
  };
  std::vector<bool> shown(base.columns.size());
  for (const auto& [folded, grant] : listed->columns) {
    for (std::size_t column = 0; column < shown.size(); ++column) {
      if (shown[column] || base.columns[column].hidden || base.columns[column].name != folded) continue;
      shown[column] = true;
      move(column);
    }
  }
  for (std::size_t column = 0; column < shown.size(); ++column) {
    if (shown[column]) continue;
    base.columns[column].hidden = true;
    move(column);
  }
  if (base.rowid) relation.rowid = places[*base.rowid];
  for (RelationKey& key : base.keys) {
    for (RelationKey::Part& part : key.parts) part.column = places[part.column];
    relation.keys.push_back(std::move(key));
  }
  return relation;
}

TextRelations::TextRelations(const QueryText& text, ViewRelations& views)
    : text_(&text), views_(&views), selects_(text.outline->selects.size()) {}

const Relation& TextRelations::OfSelect(std::size_t select) {
  if (!selects_[select]) {
    selects_[select] = OpenRelation();  // what a recursive reference sees
    selects_[select] = Build(select);
  }
  return *selects_[select];
}

const CoreScope& TextRelations::ScopeOf(std::size_t select, std::size_t core) {
  const auto key = std::make_pair(select, core);
  if (const auto known = scopes_.find(key); known != scopes_.end()) return known->second;
  PrepareEnclosing(select);
  std::vector<Relation> relations;
  for (const FromItem& item : text_->outline->selects[select].cores[core].from) {
    relations.push_back(OfItem(select, item));
  }
  // Following the items may have come back here through a recursive reference; the first one stays.
  return scopes_.try_emplace(key, *text_, select, core, std::move(relations)).first->second;
}

// Names of the SELECTs around this one can only be told from its own once their scopes are known.
void TextRelations::PrepareEnclosing(std::size_t select) {
  for (std::optional<std::size_t> at = select; at; at = text_->outline->selects[*at].parent) {
    const Select& inner = text_->outline->selects[*at];
    if (!SeesParent(inner)) continue;
    ScopeOf(*inner.parent, inner.parent_core);
    return;
  }
}

Relation TextRelations::OfItem(std::size_t select, const FromItem& item) {
  switch (item.kind) {
    case FromItem::Kind::kTable:
      return OfTable(select, item.name);
    case FromItem::Kind::kSelect:
      return OfSelect(item.select);
    case FromItem::Kind::kOther:
      break;
  }
  return OpenRelation();
}

Relation TextRelations::OfTable(std::size_t select, const std::string& name) {
  for (std::optional<std::size_t> at = select; at; at = text_->outline->selects[*at].parent) {
    for (const CommonTable& common : text_->outline->selects[*at].common_tables) {
      if (common.name != name) continue;
      Relation relation = OfSelect(common.select);
      RenameColumns(relation, common.columns);
      return relation;
    }
  }
  const SchemaObject* object = views_->schema().Find(name);
  if (object == nullptr || object->kind == SchemaObject::Kind::kVirtualTable) return OpenRelation();
  return object->kind == SchemaObject::Kind::kTable ? views_->OfTable(*object) : views_->Of(*object);
}

Relation TextRelations::Build(std::size_t select) {
  const Select& query = text_->outline->selects[select];
  Relation relation;
  relation.not_null_keys = false;
  for (std::size_t core = 0; core < query.cores.size(); ++core) {
    if (core == 1) selects_[select] = relation;  // a recursive reference sees the columns of the first part
    const CoreScope& scope = ScopeOf(select, core);
    if (!scope.outputs_known()) return OpenRelation();
    if (core > 0 && scope.outputs().size() != relation.columns.size()) return OpenRelation();
    for (std::size_t i = 0; i < scope.outputs().size(); ++i) {
      const ScopeOutput& output = scope.outputs()[i];
      const std::string collation =
          output.column ? scope.Column(*output.column).collation : scope.Collation(output.expression);
      if (core > 0) {  // the columns of a compound are as loosely known as their loosest part
        if (relation.columns[i].collation != collation) relation.columns[i].collation.clear();
        relation.columns[i].value_class = ValueClass::kUnknown;
        continue;
      }
      RelationColumn column{output.alias, collation, ValueClass::kUnknown, false};
      if (output.column) column.value_class = scope.Column(*output.column).value_class;
      if (output.column && column.name.empty()) column.name = scope.Column(*output.column).name;
      if (scope.core().values) column.name = "column" + std::to_string(i + 1);
      const bool repeated = std::any_of(relation.columns.begin(), relation.columns.end(),
                                        [&](const RelationColumn& other) { return other.name == column.name; });
      if (repeated) column.name.clear();
      relation.open |= column.name.empty();
      relation.columns.push_back(std::move(column));
    }
  }
  AddKeys(select, relation);
  return relation;
}

void TextRelations::AddKeys(std::size_t select, Relation& relation) {
  const Select& query = text_->outline->selects[select];
  const CoreScope& scope = ScopeOf(select, 0);
  const bool compound = query.cores.size() > 1;
  const bool distinct = compound ? !query.keeps_duplicates : scope.core().distinct;
  if (distinct) {
    RelationKey key;
    for (std::size_t i = 0; i < relation.columns.size(); ++i) {
      if (relation.columns[i].collation != "BINARY") return;
      key.parts.push_back({i, "BINARY"});
    }
    relation.keys.push_back(std::move(key));
    return;
  }
  if (compound || scope.core().values) return;
  if (!scope.core().group_by.empty()) return AddGroupKey(scope, relation);
  if (scope.core().from.empty() || scope.Aggregates()) {
    relation.keys.emplace_back();  // one row: nothing is needed to identify it
    return;
  }
  AddRowKey(scope, relation);
}

void TextRelations::AddGroupKey(const CoreScope& scope, Relation& relation) {
  RelationKey key;
  for (const TokenRange& term : scope.core().group_by) {
    const TermTarget target = GroupTermTarget(scope, term);
    if (!target.output || relation.columns[*target.output].collation.empty()) return;
    key.parts.push_back({*target.output, relation.columns[*target.output].collation});
  }
  relation.keys.push_back(std::move(key));
}

// The plain columns among the outputs that are enough to fix every table, the last ones dropped first.
void TextRelations::AddRowKey(const CoreScope& scope, Relation& relation) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < scope.outputs().size(); ++i) {
    if (scope.outputs()[i].column) chosen.push_back(i);
  }
  const auto is_key = [&](const std::vector<std::size_t>& outputs) {
    Closure closure(scope, *this);
    for (const std::size_t i : outputs) closure.Fix(*scope.outputs()[i].column, relation.columns[i].collation);
    closure.Close();
    return closure.FixesEveryRow();
  };
  if (!is_key(chosen)) return;
  for (std::size_t i = chosen.size(); i-- > 0;) {
    std::vector<std::size_t> fewer = chosen;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_key(fewer)) chosen = std::move(fewer);
  }
  RelationKey key;
  for (const std::size_t i : chosen) key.parts.push_back({i, relation.columns[i].collation});
  relation.keys.push_back(std::move(key));
}

// A name that none of the SELECT's own relations and aliases can be.
bool TextRelations::IsPossibleOuter(const CoreScope& scope, TokenRange range) const {
  if (scope.open() || scope.Resolve(range)) return false;
  const std::span<const SqlToken> tokens = text_->tokens;
  const auto& from = scope.core().from;
  const std::string name = FoldedName(tokens[range.begin]);
  if (range.size() == 3) {
    return std::none_of(from.begin(), from.end(), [&](const FromItem& item) { return item.alias == name; });
  }
  const auto& outputs = scope.outputs();
  return std::none_of(outputs.begin(), outputs.end(), [&](const ScopeOutput& output) { return output.alias == name; });
}

bool TextRelations::IsConstantFor(const CoreScope& scope, TokenRange range, const RelationColumn& column) const {
  const std::span<const SqlToken> tokens = text_->tokens;
  if (range.size() != 1 && !(range.size() == 3 && IsOperator(tokens[range.begin + 1], "."))) return false;
  if (!IsName(tokens[range.begin]) || !IsName(tokens[range.end - 1])) return false;
  if (range.size() == 1 && !IsIdentifier(tokens[range.begin])) return false;
  if (!IsPossibleOuter(scope, range)) return false;
  // From the SELECT outwards.
  std::size_t at = scope.select_index();
  for (;;) {
    const Select& inner = text_->outline->selects[at];
    if (!inner.parent) return false;
    const bool sees_parent = SeesParent(inner);
    const std::size_t core = inner.parent_core;
    at = *inner.parent;
    if (!sees_parent) continue;
    const auto known = scopes_.find({at, core});
    if (known == scopes_.end()) return false;
    const CoreScope& outer = known->second;
    if (const auto found = outer.Resolve(range)) {
      const RelationColumn& source = outer.Column(*found);
      return source.value_class != ValueClass::kUnknown && source.value_class == column.value_class &&
             !source.collation.empty() && source.collation == column.collation;
    }
    if (!IsPossibleOuter(outer, range)) return false;
  }
}

}  // namespace querygate::sqlite
