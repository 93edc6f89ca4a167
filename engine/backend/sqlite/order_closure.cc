#include "engine/backend/sqlite/order_closure.h"

#include <algorithm>
#include <utility>

namespace querygate::sqlite {
namespace {

using Kind = SqlToken::Kind;

bool IsConstant(const std::span<const SqlToken> tokens, TokenRange range) {
  if (range.size() == 2 && (IsOperator(tokens[range.begin], "-") || IsOperator(tokens[range.begin], "+"))) {
    return tokens[range.begin + 1].kind == Kind::kNumber;
  }
  if (range.size() != 1) return false;
  switch (tokens[range.begin].kind) {
    case Kind::kString:
    case Kind::kBlob:
    case Kind::kNumber:
    case Kind::kParameter:
      return true;
    default:
      return false;
  }
}

// Calls `visit` for each AND-ed term. Anything that could make an AND belong to something else (OR, CASE)
// stops the search at its level; BETWEEN takes one AND for itself.
template <typename Visit>
void ForEachConjunct(const CoreScope& scope, TokenRange condition, const Visit& visit) {
  const QueryText& text = scope.text();
  condition = scope.WithoutParentheses(condition);
  std::vector<TokenRange> terms;
  std::size_t begin = condition.begin;
  int between = 0;
  for (std::size_t i = condition.begin; i < condition.end; i = text.match[i] + 1) {
    if (IsWord(text.tokens[i], "OR") || IsWord(text.tokens[i], "CASE")) return;
    if (IsWord(text.tokens[i], "BETWEEN")) ++between;
    if (!IsWord(text.tokens[i], "AND")) continue;
    if (between > 0) {
      --between;
      continue;
    }
    terms.push_back({begin, i});
    begin = i + 1;
  }
  terms.push_back({begin, condition.end});
  for (const TokenRange& term : terms) {
    if (terms.size() > 1 && scope.WithoutParentheses(term) != term) {
      ForEachConjunct(scope, term, visit);
    } else {
      visit(term);
    }
  }
}

// A text and a number column, say, are compared after a conversion, which can make different values equal.
bool ComparesPlainly(const RelationColumn& a, const RelationColumn& b) {
  return a.value_class != ValueClass::kUnknown && a.value_class == b.value_class && !a.collation.empty() &&
         a.collation == b.collation;
}

}  // namespace

std::vector<Equality> FindEqualities(const CoreScope& scope, const OuterColumns& outer, TokenRange condition) {
  std::vector<Equality> equalities;
  if (condition.empty()) return equalities;
  const QueryText& text = scope.text();
  ForEachConjunct(scope, condition, [&](TokenRange term) {
    std::size_t sign = term.begin;
    while (sign < term.end && !IsOperator(text.tokens[sign], "=") && !IsOperator(text.tokens[sign], "==")) {
      sign = text.match[sign] + 1;
    }
    if (sign >= term.end) return;
    TokenRange left{term.begin, sign};
    TokenRange right{sign + 1, term.end};
    std::optional<ColumnId> left_column = scope.Resolve(left);
    std::optional<ColumnId> right_column = scope.Resolve(right);
    if (!left_column) {
      std::swap(left, right);
      std::swap(left_column, right_column);
    }
    if (!left_column) return;
    const RelationColumn& column = scope.Column(*left_column);
    if (right_column) {
      if (ComparesPlainly(column, scope.Column(*right_column))) {
        equalities.push_back({*left_column, right_column, column.collation});
      }
      return;
    }
    right = scope.WithoutParentheses(right);
    if (IsConstant(text.tokens, right) || outer.IsConstantFor(scope, right, column)) {
      equalities.push_back({*left_column, std::nullopt, column.collation});
    }
  });
  return equalities;
}

Closure::Closure(const CoreScope& scope, const OuterColumns& outer) : scope_(&scope) {
  const std::vector<FromItem>& from = scope.core().from;
  equalities_ = FindEqualities(scope, outer, scope.core().where);
  left_equalities_.resize(from.size());
  for (std::size_t item = 0; item < from.size(); ++item) {
    if (from[item].join == FromItem::Join::kOther) joins_understood_ = false;
    std::vector<Equality> found = FindEqualities(scope, outer, from[item].on);
    if (from[item].join == FromItem::Join::kLeft) {
      left_equalities_[item] = std::move(found);
    } else {
      equalities_.insert(equalities_.end(), found.begin(), found.end());
    }
  }
  for (const Relation& relation : scope.relations()) fixed_.emplace_back(relation.columns.size());
  items_.resize(from.size());
}

void Closure::Fix(ColumnId column, std::string_view collation) {
  std::string& fixed = fixed_[column.item][column.column];
  if (collation.empty() || fixed == "BINARY") return;
  if (fixed.empty() || collation == "BINARY") fixed = collation;
}

bool Closure::IsFixed(ColumnId column, std::string_view collation) const {
  const std::string& fixed = fixed_[column.item][column.column];
  return !fixed.empty() && (fixed == "BINARY" || fixed == collation);
}

bool Closure::IsFixed(TokenRange expression, bool outside_aggregates) const {
  const auto names = scope_->Names(expression, outside_aggregates);
  return names && std::all_of(names->begin(), names->end(),
                              [&](const NameUse& name) { return name.column && IsFixed(*name.column); });
}

void Closure::Close() {
  if (!joins_understood_) return;
  while (CloseOnce()) {
  }
}

bool Closure::CloseOnce() {
  bool changed = false;
  for (const Equality& equality : equalities_) {
    const auto carry = [&](std::optional<ColumnId> from, ColumnId to) {
      if (IsFixed(to, equality.collation) || (from && !IsFixed(*from, equality.collation))) return;
      Fix(to, equality.collation);
      changed |= IsFixed(to, equality.collation);
    };
    carry(equality.right, equality.left);
    if (equality.right) carry(equality.left, *equality.right);
  }
  for (std::size_t item = 0; item < items_.size(); ++item) {
    if (!items_[item] && (HasFixedKey(item) || LeftJoinIsFixed(item))) changed |= FixItem(item);
  }
  return changed;
}

bool Closure::FixItem(std::size_t item) {
  items_[item] = true;
  for (std::string& column : fixed_[item]) column = "BINARY";
  return true;
}

bool Closure::HasFixedKey(std::size_t item) const {
  const Relation& relation = scope_->relations()[item];
  // The empty row of an outer join would be equal to a row whose key is NULL.
  if (scope_->core().from[item].join == FromItem::Join::kLeft && !relation.not_null_keys) return false;
  return std::any_of(relation.keys.begin(), relation.keys.end(), [&](const RelationKey& key) {
    return std::all_of(key.parts.begin(), key.parts.end(), [&](const RelationKey::Part& part) {
      return IsFixed({item, part.column}, part.collation);
    });
  });
}

// When everything to the left is fixed, the condition is tried with the same values each time: it can
// match at most one row if it sets a whole key.
bool Closure::LeftJoinIsFixed(std::size_t item) const {
  if (scope_->core().from[item].join != FromItem::Join::kLeft) return false;
  if (!std::all_of(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(item),
                   [](bool fixed) { return fixed; })) {
    return false;
  }
  const auto set_by_condition = [&](const RelationKey::Part& part) {
    const ColumnId column{item, part.column};
    return std::any_of(left_equalities_[item].begin(), left_equalities_[item].end(), [&](const Equality& equality) {
      if (equality.collation != "BINARY" && equality.collation != part.collation) return false;
      if (equality.left == column) return !equality.right || equality.right->item < item;
      return equality.right && *equality.right == column && equality.left.item < item;
    });
  };
  const Relation& relation = scope_->relations()[item];
  return std::any_of(relation.keys.begin(), relation.keys.end(), [&](const RelationKey& key) {
    return std::all_of(key.parts.begin(), key.parts.end(), set_by_condition);
  });
}

bool Closure::FixesEveryRow() const {
  return joins_understood_ && std::all_of(items_.begin(), items_.end(), [](bool fixed) { return fixed; });
}

}  // namespace querygate::sqlite
