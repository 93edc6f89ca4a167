#include "engine/backend/sqlite/order_scope.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/policy/allowlist.h"

namespace querygate::sqlite {
namespace {

using Kind = SqlToken::Kind;

std::string ToUpper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

bool IsRowidName(std::string_view folded) { return folded == "rowid" || folded == "oid" || folded == "_rowid_"; }

// Every row of the table differs from every other in the key, and none of its values can be NULL.
bool IsKey(const SchemaObject& table, const SchemaIndex& index) {
  if (!index.unique || index.partial) return false;
  const std::size_t columns = table.columns.size();
  return std::all_of(index.keys.begin(), index.keys.end(), [&](const SchemaIndex::Key& key) {
    if (!key.key) return true;
    if (key.column < 0 || static_cast<std::size_t>(key.column) >= columns) return false;
    const SchemaColumn& column = table.columns[static_cast<std::size_t>(key.column)];
    return column.not_null || key.column == table.rowid_alias || (table.without_rowid && column.primary_key > 0);
  });
}

// Aggregates of the database; min and max only with one argument.
constexpr std::array kAggregates{"count",
                                 "sum",
                                 "total",
                                 "avg",
                                 "min",
                                 "max",
                                 "group_concat",
                                 "string_agg",
                                 "json_group_array",
                                 "json_group_object"};

}  // namespace

ValueClass ClassOfType(std::string_view declared_type) {
  const std::string type = ToUpper(std::string(declared_type));
  const auto has = [&](std::string_view part) { return type.find(part) != std::string::npos; };
  if (type == "ANY") return ValueClass::kUnknown;  // depends on whether the table is STRICT
  if (has("INT")) return ValueClass::kNumeric;
  if (has("CHAR") || has("CLOB") || has("TEXT")) return ValueClass::kText;
  if (has("BLOB") || type.empty()) return ValueClass::kBlob;
  return ValueClass::kNumeric;
}

Relation RelationOfTable(const SchemaObject& table) {
  Relation relation;
  for (const SchemaColumn& column : table.columns) {
    const std::string collation = column.collation.empty() ? "BINARY" : ToUpper(column.collation);
    relation.columns.push_back({FoldName(column.name), collation, ClassOfType(column.declared_type), false});
  }
  if (table.rowid_alias >= 0 && static_cast<std::size_t>(table.rowid_alias) < relation.columns.size()) {
    relation.rowid = static_cast<std::size_t>(table.rowid_alias);
  } else if (!table.without_rowid) {
    relation.rowid = relation.columns.size();
    relation.columns.push_back({"rowid", "BINARY", ValueClass::kNumeric, true});
  }
  if (relation.rowid) relation.keys.push_back({{{*relation.rowid, "BINARY"}}});
  for (const SchemaIndex& index : table.indexes) {
    if (!IsKey(table, index)) continue;
    RelationKey key;
    for (const SchemaIndex::Key& part : index.keys) {
      if (part.key) key.parts.push_back({static_cast<std::size_t>(part.column), ToUpper(part.collation)});
    }
    if (!key.parts.empty()) relation.keys.push_back(std::move(key));
  }
  return relation;
}

CoreScope::CoreScope(const QueryText& text, std::size_t select, std::size_t core, std::vector<Relation> relations)
    : text_(&text), select_(select), core_(core), relations_(std::move(relations)) {
  open_ = std::any_of(relations_.begin(), relations_.end(), [](const Relation& relation) { return relation.open; });
  ExpandOutputs();
}

void CoreScope::ExpandOutputs() {
  for (const OutputColumn& output : core().outputs) {
    if (!output.star) {
      outputs_.push_back({output.expression, output.alias, Resolve(output.expression)});
      continue;
    }
    const bool qualified = output.expression.size() == 3;
    const std::string qualifier = qualified ? FoldedName(text_->tokens[output.expression.begin]) : "";
    bool found = false;
    for (std::size_t item = 0; item < relations_.size(); ++item) {
      if (qualified && core().from[item].alias != qualifier) continue;
      found = true;
      outputs_known_ &= !relations_[item].open;
      for (std::size_t column = 0; column < relations_[item].columns.size(); ++column) {
        const RelationColumn& source = relations_[item].columns[column];
        if (!source.hidden) outputs_.push_back({output.expression, "", ColumnId{item, column}});
      }
    }
    outputs_known_ &= found;
  }
}

std::optional<ColumnId> CoreScope::ResolveName(std::optional<std::string> qualifier, const std::string& name) const {
  std::optional<ColumnId> found;
  std::optional<std::size_t> only_item;
  std::size_t candidates = 0;
  for (std::size_t item = 0; item < relations_.size(); ++item) {
    if (qualifier && core().from[item].alias != *qualifier) continue;
    ++candidates;
    only_item = item;
    const auto& columns = relations_[item].columns;
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (columns[column].hidden || columns[column].name != name) continue;
      if (found) return std::nullopt;
      found = ColumnId{item, column};
    }
  }
  if (found || candidates != 1 || !IsRowidName(name)) return found;
  const Relation& relation = relations_[*only_item];
  if (relation.open || !relation.rowid) return std::nullopt;
  return ColumnId{*only_item, *relation.rowid};
}

TokenRange CoreScope::WithoutParentheses(TokenRange range) const {
  while (range.size() >= 2 && IsOperator(text_->tokens[range.begin], "(") &&
         text_->match[range.begin] == range.end - 1) {
    range = {range.begin + 1, range.end - 1};
  }
  return range;
}

std::optional<ColumnId> CoreScope::Resolve(TokenRange range) const {
  range = WithoutParentheses(range);
  const auto& tokens = text_->tokens;
  if (range.size() == 1 && IsIdentifier(tokens[range.begin])) {
    return ResolveName(std::nullopt, FoldedName(tokens[range.begin]));
  }
  if (range.size() == 3 && IsName(tokens[range.begin]) && IsOperator(tokens[range.begin + 1], ".") &&
      IsName(tokens[range.begin + 2])) {
    return ResolveName(FoldedName(tokens[range.begin]), FoldedName(tokens[range.begin + 2]));
  }
  return std::nullopt;
}

std::optional<std::vector<NameUse>> CoreScope::Names(TokenRange range, bool outside_aggregates) const {
  const auto& tokens = text_->tokens;
  std::vector<NameUse> names;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const bool before_parenthesis = i + 1 < range.end && IsOperator(tokens[i + 1], "(");
    if (IsOperator(tokens[i], "(") && i + 1 < range.end &&
        (IsWord(tokens[i + 1], "SELECT") || IsWord(tokens[i + 1], "VALUES") || IsWord(tokens[i + 1], "WITH"))) {
      return std::nullopt;
    }
    if (IsWord(tokens[i], "IN") && !before_parenthesis) return std::nullopt;  // IN table
    if (IsWord(tokens[i], "AS")) {                                            // CAST(… AS type)
      while (i + 1 < range.end && !IsOperator(tokens[i + 1], ")")) ++i;
      continue;
    }
    if (before_parenthesis && IsIdentifier(tokens[i])) {
      if (outside_aggregates && IsAggregateCall(i)) i = text_->match[i + 1];
      continue;
    }
    const bool qualifies = i + 2 < range.end && IsName(tokens[i]) && IsOperator(tokens[i + 1], ".");
    if (!qualifies && !IsIdentifier(tokens[i])) continue;
    const TokenRange name{i, i + (qualifies ? 3U : 1U)};
    const std::optional<ColumnId> column = Resolve(name);
    if (!qualifies && !column &&
        (IsKeywordOrName(tokens[i]) || IsWord(tokens[i], "TRUE") || IsWord(tokens[i], "FALSE"))) {
      continue;
    }
    names.push_back({name, column});
    i = name.end - 1;
  }
  return names;
}

std::string CoreScope::Canonical(TokenRange range) const {
  range = WithoutParentheses(range);
  const auto& tokens = text_->tokens;
  // Within a nested SELECT names may mean something else: there they are only compared as written.
  const bool resolve = Names(range, false).has_value();
  std::string canonical;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (!canonical.empty()) canonical += '\x1f';
    const bool call = i + 1 < range.end && IsOperator(tokens[i + 1], "(");
    const bool qualifies = i + 2 < range.end && IsOperator(tokens[i + 1], ".");
    const TokenRange name{i, i + (qualifies ? 3U : 1U)};
    const std::optional<ColumnId> column = resolve && !call ? Resolve(name) : std::nullopt;
    if (column) {
      canonical += "#" + std::to_string(column->item) + "." + std::to_string(column->column);
      i = name.end - 1;
    } else if (tokens[i].kind == Kind::kWord || tokens[i].kind == Kind::kQuotedIdentifier) {
      canonical += "n:" + FoldedName(tokens[i]);
    } else {
      canonical += tokens[i].text;
    }
  }
  return canonical;
}

std::string CoreScope::Collation(TokenRange range) const {
  range = WithoutParentheses(range);
  const auto& tokens = text_->tokens;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (IsWord(tokens[i], "COLLATE")) return "";
  }
  if (const auto column = Resolve(range)) return Column(*column).collation;
  // The value of a function call has no collation of its own. CAST is no function.
  if (range.size() >= 3 && IsIdentifier(tokens[range.begin]) && !IsWord(tokens[range.begin], "CAST") &&
      IsOperator(tokens[range.begin + 1], "(") && text_->match[range.begin + 1] == range.end - 1) {
    return "BINARY";
  }
  const auto names = Names(range, false);
  if (!names) return "";
  const bool binary = std::all_of(names->begin(), names->end(), [&](const NameUse& name) {
    return name.column && Column(*name.column).collation == "BINARY";
  });
  return binary ? "BINARY" : "";
}

bool CoreScope::IsAggregateCall(std::size_t token) const {
  const auto& tokens = text_->tokens;
  if (token + 1 >= tokens.size() || !IsOperator(tokens[token + 1], "(")) return false;
  const std::string name = FoldedName(tokens[token]);
  if (std::find(kAggregates.begin(), kAggregates.end(), name) == kAggregates.end()) return false;
  const std::size_t close = text_->match[token + 1];
  if ((name == "min" || name == "max") && SplitAtCommas(tokens, {token + 2, close}).size() != 1) return false;
  const auto word = [&](std::size_t i, std::string_view text) { return i < tokens.size() && IsWord(tokens[i], text); };
  std::size_t next = close + 1;
  if (word(next, "FILTER") && next + 1 < tokens.size() && IsOperator(tokens[next + 1], "(")) {
    next = text_->match[next + 1] + 1;
  }
  return !word(next, "OVER");
}

bool CoreScope::AggregatesIn(TokenRange range) const {
  const auto& tokens = text_->tokens;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (IsOperator(tokens[i], "(") && i + 1 < range.end &&
        (IsWord(tokens[i + 1], "SELECT") || IsWord(tokens[i + 1], "VALUES") || IsWord(tokens[i + 1], "WITH"))) {
      i = text_->match[i];
      continue;
    }
    if (!IsIdentifier(tokens[i]) || !IsAggregateCall(i)) continue;
    // An aggregate over an outer query's columns belongs to that query.
    if (!select().parent) return true;
    const auto names = Names({i + 2, text_->match[i + 1]}, false);
    if (names && (names->empty() || std::any_of(names->begin(), names->end(),
                                                [](const NameUse& name) { return name.column.has_value(); }))) {
      return true;
    }
  }
  return false;
}

bool CoreScope::Aggregates() const {
  if (!core().having.empty()) return true;
  const bool in_outputs = std::any_of(core().outputs.begin(), core().outputs.end(),
                                      [&](const OutputColumn& output) { return AggregatesIn(output.expression); });
  return in_outputs || std::any_of(select().order_by.begin(), select().order_by.end(),
                                   [&](TokenRange term) { return AggregatesIn(term); });
}

}  // namespace querygate::sqlite
