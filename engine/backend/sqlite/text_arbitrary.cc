// Values that follow the order in which rows come: one beside an aggregate is that of an arbitrary row, some
// aggregates keep the order of their rows, and a set keeps one of several spellings. All follow whatever index the
// database chose, and so tell of columns nobody listed.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "engine/backend/sqlite/order_closure.h"
#include "engine/backend/sqlite/order_rules.h"
#include "engine/backend/sqlite/text_check.h"

namespace querygate::sqlite {
namespace {

constexpr std::array<std::string_view, 4> kOrderKeeping{"group_concat", "string_agg", "json_group_array",
                                                        "json_group_object"};

bool StartsSelect(const std::vector<SqlToken>& tokens, std::size_t open) {
  return IsOperator(tokens[open], "(") && open + 1 < tokens.size() &&
         (IsWord(tokens[open + 1], "SELECT") || IsWord(tokens[open + 1], "WITH") || IsWord(tokens[open + 1], "VALUES"));
}

bool Contains(TokenRange outer, TokenRange inner) { return outer.begin <= inner.begin && inner.end <= outer.end; }

// Looks for names that are not the same throughout a group (or, without GROUP BY, in all rows).
class GroupCheck {
 public:
  GroupCheck(TextCheck& check, const CoreScope& scope)
      : check_(check), scope_(scope), fixed_(scope, check.relations()) {
    for (const TokenRange& term : scope.core().group_by) AddKey(term);
    fixed_.Close();
  }

  void Expression(TokenRange range);
  void Star(const OutputColumn& output);

 private:
  void AddKey(TokenRange term);
  void Name(TokenRange name, bool nested);
  void Nested(TokenRange range);
  bool IsKey(TokenRange range) const { return keys_.contains(scope_.Canonical(range)); }
  void Report(std::size_t token) {
    const std::string name = FoldedName(check_.tokens()[token]);
    check_.Report("arbitrary-value", token, name + " beside an aggregate is that of an arbitrary row",
                  "group by it, or take its min or max", name);
  }

  TextCheck& check_;
  const CoreScope& scope_;
  Closure fixed_;
  std::set<std::string> keys_;
};

// Rows that are equal under another collation than BINARY still differ in what they hold.
void GroupCheck::AddKey(TokenRange term) {
  const auto& tokens = check_.tokens();
  if (term.size() > 2 && IsWord(tokens[term.end - 2], "COLLATE")) {
    const TokenRange bare{term.begin, term.end - 2};
    const auto column = scope_.Resolve(bare);
    if (column && FoldedName(tokens[term.end - 1]) == "binary") fixed_.Fix(*column, "BINARY");
    return;
  }
  const TermTarget target = GroupTermTarget(scope_, term);
  const std::string collation =
      target.column ? scope_.Column(*target.column).collation : scope_.Collation(target.expression);
  if (target.column) fixed_.Fix(*target.column, collation);
  if (collation == "BINARY") keys_.insert(scope_.Canonical(target.expression));
}

void GroupCheck::Name(TokenRange name, bool nested) {
  const auto column = scope_.Resolve(name);
  // What is no column of this SELECT is one of an enclosing SELECT, or an alias.
  if (!column && (nested || !scope_.open())) return;
  if (column && fixed_.IsFixed(*column)) return;
  if (IsKey(name)) return;
  if (!column && IsKeywordOrName(check_.tokens()[name.begin])) return;
  Report(name.end - 1);
}

// A nested SELECT may use the columns of this one. Its own come first.
void GroupCheck::Nested(TokenRange range) {
  const auto& tokens = check_.tokens();
  const auto& selects = check_.outline().selects;
  const auto is_inner = [&](TokenRange name) {
    for (std::size_t select = 0; select < selects.size(); ++select) {
      if (!Contains(range, selects[select].range) || !Contains(selects[select].range, name)) continue;
      for (std::size_t core = 0; core < selects[select].cores.size(); ++core) {
        if (check_.relations().ScopeOf(select, core).Resolve(name)) return true;
      }
    }
    return false;
  };
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const bool qualifies = i + 2 < range.end && IsName(tokens[i]) && IsOperator(tokens[i + 1], ".");
    if (!qualifies && (!IsIdentifier(tokens[i]) || (i + 1 < range.end && IsOperator(tokens[i + 1], "(")))) continue;
    const TokenRange name{i, i + (qualifies ? 3U : 1U)};
    if (!is_inner(name)) Name(name, true);
    i = name.end - 1;
  }
}

void GroupCheck::Expression(TokenRange range) {
  const auto& tokens = check_.tokens();
  const auto& match = check_.query().match;
  if (IsKey(range)) return;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (StartsSelect(tokens, i)) {
      Nested({i + 1, match[i]});
      i = match[i];
      continue;
    }
    if (IsWord(tokens[i], "AS")) {  // CAST(… AS type)
      while (i + 1 < range.end && !IsOperator(tokens[i + 1], ")")) ++i;
      continue;
    }
    if (IsOperator(tokens[i], "(") && IsKey({i, match[i] + 1})) {
      i = match[i];
      continue;
    }
    if (i + 1 < range.end && IsOperator(tokens[i + 1], "(") && IsIdentifier(tokens[i])) {
      if (scope_.IsAggregateCall(i)) {
        i = match[i + 1];
        if (i + 2 < range.end && IsWord(tokens[i + 1], "FILTER") && IsOperator(tokens[i + 2], "(")) i = match[i + 2];
      } else if (IsKey({i, match[i + 1] + 1})) {
        i = match[i + 1];
      }
      continue;
    }
    const bool qualifies = i + 2 < range.end && IsName(tokens[i]) && IsOperator(tokens[i + 1], ".");
    if (!qualifies && !IsIdentifier(tokens[i])) continue;
    const TokenRange name{i, i + (qualifies ? 3U : 1U)};
    Name(name, false);
    i = name.end - 1;
  }
}

void GroupCheck::Star(const OutputColumn& output) {
  for (const ScopeOutput& column : scope_.outputs()) {
    if (!(column.expression == output.expression)) continue;
    if (!column.column || !fixed_.IsFixed(*column.column)) return Report(output.expression.end - 1);
  }
  if (!scope_.outputs_known()) Report(output.expression.end - 1);
}

void CheckGroups(TextCheck& check, std::size_t select, std::size_t core) {
  const CoreScope& scope = check.relations().ScopeOf(select, core);
  const bool grouped = !scope.core().group_by.empty();
  if (scope.core().from.empty() || (!grouped && !scope.Aggregates())) return;
  GroupCheck group(check, scope);
  for (const OutputColumn& output : scope.core().outputs) {
    if (output.star) {
      group.Star(output);
    } else {
      group.Expression(output.expression);
    }
  }
  group.Expression(scope.core().having);
  // Where it stands for an output, that was looked at; one row needs no order.
  if (!grouped || scope.select().cores.size() > 1) return;
  for (const TokenRange& term : scope.select().order_by) {
    if (!OrderTermTarget(scope, term).output) group.Expression(term);
  }
}

// Whether the rows come in an order that the text fixes: from one subquery with a total order, not regrouped.
bool KeepsStatedOrder(TextCheck& check, const SelectCore& core) {
  return core.from.size() == 1 && core.from.front().kind == FromItem::Kind::kSelect && core.group_by.empty() &&
         HasTotalOrder(check.relations(), check.query(), core.from.front().select);
}

// The innermost core that holds the token.
std::pair<std::size_t, std::size_t> CoreAround(const TextCheck& check, std::size_t token) {
  const auto& selects = check.outline().selects;
  std::size_t best = 0;
  for (std::size_t select = 1; select < selects.size(); ++select) {
    const TokenRange range = selects[select].range;
    if (range.begin <= token && token < range.end && range.size() <= selects[best].range.size()) best = select;
  }
  const auto& cores = selects[best].cores;
  for (std::size_t core = 0; core < cores.size(); ++core) {
    const bool holds = std::any_of(cores[core].outputs.begin(), cores[core].outputs.end(), [&](const auto& output) {
      return output.expression.begin <= token && token < output.expression.end;
    });
    if (holds) return {best, core};
  }
  return {best, 0};
}

void CheckCall(TextCheck& check, std::size_t token) {
  const auto [select, core] = CoreAround(check, token);
  const CoreScope& scope = check.relations().ScopeOf(select, core);
  if (!scope.IsAggregateCall(token)) return;
  const std::string function = FoldedName(check.tokens()[token]);
  if (std::find(kOrderKeeping.begin(), kOrderKeeping.end(), function) != kOrderKeeping.end() &&
      !scope.core().from.empty() && !KeepsStatedOrder(check, scope.core())) {
    check.Report("arbitrary-value", token, function + " keeps the order of its rows, which is not fixed",
                 "aggregate a subquery that states a total order, without GROUP BY; or deliver the rows", function);
  }
  if (!scope.select().parent) return;
  // One over columns of an enclosing SELECT makes that an aggregate in the database's eyes.
  const auto names = scope.Names({token + 2, check.query().match[token + 1]}, false);
  const bool own = names && (names->empty() || std::any_of(names->begin(), names->end(), [](const NameUse& name) {
                               return name.column.has_value();
                             }));
  if (own) return;
  check.Report("arbitrary-value", token, function + " aggregates columns of an enclosing SELECT, or cannot be followed",
               "aggregate columns of the SELECT that the call stands in", function);
}

}  // namespace

void CheckAggregates(TextCheck& check) {
  for (std::size_t select = 0; select < check.outline().selects.size(); ++select) {
    for (std::size_t core = 0; core < check.outline().selects[select].cores.size(); ++core) {
      CheckGroups(check, select, core);
    }
  }
  for (std::size_t i = 0; i + 1 < check.query().match.size(); ++i) {
    if (IsIdentifier(check.tokens()[i]) && IsOperator(check.tokens()[i + 1], "(")) CheckCall(check, i);
  }
}

// Of spellings that a collation takes for equal the set keeps one; a search by an index then finds that one only.
void CheckMemberships(TextCheck& check) {
  for (const Select& select : check.outline().selects) {
    if (select.place != Select::Place::kIn) continue;
    for (const SelectCore& core : select.cores) {
      for (const OutputColumn& output : core.outputs) {
        for (std::size_t i = output.expression.begin; i < output.expression.end; ++i) {
          if (StartsSelect(check.tokens(), i)) i = check.query().match[i];
          if (!IsWord(check.tokens()[i], "COLLATE")) continue;
          check.Report("arbitrary-value", i, "IN compares with whichever of several equal spellings comes first",
                       "write COLLATE on the left of IN", "COLLATE");
        }
      }
    }
  }
}

}  // namespace querygate::sqlite
