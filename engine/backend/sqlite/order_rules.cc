#include "engine/backend/sqlite/order_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace querygate::sqlite {
namespace {

// One ORDER BY term without its modifiers.
struct OrderTerm {
  TermTarget target;
  std::string collation;  // by which it compares; empty when unknown
};

bool IsAnyWord(const SqlToken& token, std::span<const std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return IsWord(token, word); });
}

// A name, a call or a parenthesised expression: what a COLLATE behind it applies to as a whole.
bool IsPrimary(const QueryText& text, TokenRange range) {
  const auto& tokens = text.tokens;
  if (range.size() == 1) return true;
  if (range.size() == 3 && IsOperator(tokens[range.begin + 1], ".")) return true;
  const std::size_t open = range.begin + (IsIdentifier(tokens[range.begin]) ? 1 : 0);
  return IsOperator(tokens[open], "(") && text.match[open] == range.end - 1;
}

// Takes ASC, DESC, NULLS FIRST, NULLS LAST and COLLATE off the end. The collation is upper case.
std::optional<std::string> TakeModifiers(const QueryText& text, TokenRange& term) {
  const auto& tokens = text.tokens;
  constexpr std::array<std::string_view, 2> kDirections{"ASC", "DESC"};
  constexpr std::array<std::string_view, 2> kNullPlaces{"FIRST", "LAST"};
  if (term.size() > 2 && IsAnyWord(tokens[term.end - 1], kNullPlaces) && IsWord(tokens[term.end - 2], "NULLS")) {
    term.end -= 2;
  }
  if (term.size() > 1 && IsAnyWord(tokens[term.end - 1], kDirections)) --term.end;
  if (term.size() < 3 || !IsWord(tokens[term.end - 2], "COLLATE")) return std::nullopt;
  if (!IsPrimary(text, {term.begin, term.end - 2})) return std::nullopt;
  std::string collation = IdentifierName(tokens[term.end - 1]);
  std::transform(collation.begin(), collation.end(), collation.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  term.end -= 2;
  return collation;
}

OrderTerm MakeTerm(const CoreScope& scope, TermTarget target, std::optional<std::string> stated) {
  std::string collation;
  if (stated) {
    collation = std::move(*stated);
  } else {
    collation = target.column ? scope.Column(*target.column).collation : scope.Collation(target.expression);
  }
  return {target, std::move(collation)};
}

OrderTerm ReadOrderTerm(const CoreScope& scope, TokenRange term) {
  std::optional<std::string> stated = TakeModifiers(scope.text(), term);
  return MakeTerm(scope, OrderTermTarget(scope, term), std::move(stated));
}

std::vector<OrderTerm> ReadOrder(const CoreScope& scope) {
  std::vector<OrderTerm> terms;
  for (const TokenRange& term : scope.select().order_by) terms.push_back(ReadOrderTerm(scope, term));
  return terms;
}

// Whether rows that tie on the terms agree in the target's value, under its own collation.
bool Covers(const std::vector<OrderTerm>& terms, const CoreScope& scope, const TermTarget& target,
            std::string_view collation) {
  const std::string canonical = scope.Canonical(target.expression);
  return !collation.empty() && std::any_of(terms.begin(), terms.end(), [&](const OrderTerm& term) {
    if (term.collation != "BINARY" && term.collation != collation) return false;
    if (target.column || term.target.column) return term.target.column == target.column;
    return scope.Canonical(term.target.expression) == canonical;
  });
}

// Calls whose value is not that of one row's columns.
bool HasAggregateOrWindow(const CoreScope& scope, TokenRange range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (IsWord(scope.text().tokens[i], "OVER") || scope.IsAggregateCall(i)) return true;
  }
  return false;
}

bool CoversOutputs(const std::vector<OrderTerm>& terms, const CoreScope& scope, const Closure& closure) {
  if (!scope.outputs_known()) return false;
  return std::all_of(scope.outputs().begin(), scope.outputs().end(), [&](const ScopeOutput& output) {
    const TermTarget target{output.expression, std::nullopt, output.column};
    if (output.column && closure.IsFixed(*output.column)) return true;
    if (!output.column && !HasAggregateOrWindow(scope, output.expression) &&
        closure.IsFixed(output.expression, false)) {
      return true;
    }
    return Covers(terms, scope, target, "BINARY");
  });
}

// Fixes the columns that the terms name.
Closure CloseOver(const std::vector<OrderTerm>& terms, const CoreScope& scope, const TextRelations& relations) {
  Closure closure(scope, relations);
  for (const OrderTerm& term : terms) {
    if (term.target.column) closure.Fix(*term.target.column, term.collation);
  }
  closure.Close();
  return closure;
}

std::vector<OrderTerm> GroupKeys(const CoreScope& scope) {
  std::vector<OrderTerm> keys;
  for (const TokenRange& term : scope.core().group_by) {
    keys.push_back(MakeTerm(scope, GroupTermTarget(scope, term), std::nullopt));
  }
  return keys;
}

// In a grouped SELECT a term may only use what is the same throughout a group: group keys, what they fix,
// and aggregates. A bare column is that of an arbitrary row.
bool IsStable(const OrderTerm& term, const std::vector<OrderTerm>& keys, const CoreScope& scope,
              const Closure& by_keys) {
  if (Covers(keys, scope, term.target, term.collation)) return true;
  return by_keys.IsFixed(term.target.expression, true);
}

// Rows that tie on the terms belong to one group.
bool CoversGroups(const std::vector<OrderTerm>& terms, const std::vector<OrderTerm>& keys, const CoreScope& scope,
                  const TextRelations& relations, bool stable_terms_only) {
  const Closure by_keys = CloseOver(keys, scope, relations);
  std::vector<OrderTerm> fixing;
  for (const OrderTerm& term : terms) {
    const bool stable = IsStable(term, keys, scope, by_keys);
    if (!stable && stable_terms_only) return false;
    if (stable) fixing.push_back(term);
  }
  const Closure closure = CloseOver(fixing, scope, relations);
  return std::all_of(keys.begin(), keys.end(), [&](const OrderTerm& key) {
    if (key.collation.empty()) return false;
    if (key.target.column && closure.IsFixed(*key.target.column, key.collation)) return true;
    return Covers(fixing, scope, key.target, key.collation);
  });
}

// Which row stands for several equal ones is arbitrary: terms beside the outputs would sort by it, and so
// would outputs that are equal without being the same.
bool SortsDistinctRows(const std::vector<OrderTerm>& terms, const CoreScope& scope) {
  return std::all_of(terms.begin(), terms.end(),
                     [](const OrderTerm& term) { return term.target.output.has_value(); }) &&
         std::all_of(scope.outputs().begin(), scope.outputs().end(), [&](const ScopeOutput& output) {
           return (output.column ? scope.Column(*output.column).collation : scope.Collation(output.expression)) ==
                  "BINARY";
         });
}

bool IsOrderedCore(TextRelations& relations, std::size_t select) {
  const CoreScope& scope = relations.ScopeOf(select, 0);
  const SelectCore& core = scope.core();
  if (core.values) return true;  // constant rows, in the order of the text
  if (core.from.empty()) return true;
  const bool grouped = !core.group_by.empty();
  if (!grouped && scope.Aggregates()) return true;

  const std::vector<OrderTerm> terms = ReadOrder(scope);
  const std::vector<OrderTerm> keys = GroupKeys(scope);
  const bool groups_covered = grouped && CoversGroups(terms, keys, scope, relations, true);
  const Closure closure = CloseOver(terms, scope, relations);
  if (!core.distinct && (grouped ? groups_covered : closure.FixesEveryRow())) return true;
  if (core.distinct && !SortsDistinctRows(terms, scope)) return false;
  if (grouped) {
    // Bare columns fix nothing: only what the terms say of the outputs counts.
    const Closure nothing = CloseOver({}, scope, relations);
    const bool outputs_only =
        std::all_of(terms.begin(), terms.end(), [](const OrderTerm& term) { return term.target.output; });
    return outputs_only && CoversOutputs(terms, scope, nothing);
  }
  return CoversOutputs(terms, scope, closure);
}

// The terms of a compound SELECT name its outputs, by number, alias or the first core's expression.
bool IsOrderedCompound(TextRelations& relations, const QueryText& text, std::size_t select) {
  const Relation& relation = relations.OfSelect(select);
  const CoreScope& first = relations.ScopeOf(select, 0);
  const auto binary = [](const RelationColumn& column) { return column.collation == "BINARY"; };
  // Which of several spellings stands for equal rows is arbitrary.
  const bool merges = text.outline->selects[select].merges_duplicates;
  if (merges && !std::all_of(relation.columns.begin(), relation.columns.end(), binary)) return false;
  if (!first.outputs_known() || relation.columns.size() != first.outputs().size()) return false;
  std::vector<bool> covered(relation.columns.size());
  for (TokenRange term : text.outline->selects[select].order_by) {
    const std::optional<std::string> stated = TakeModifiers(text, term);
    const TermTarget target = OrderTermTarget(first, term);
    if (target.output && stated.value_or(relation.columns[*target.output].collation) == "BINARY") {
      covered[*target.output] = true;
    }
  }
  return !covered.empty() && std::all_of(covered.begin(), covered.end(), [](bool is) { return is; });
}

// ---- Windows

struct WindowText {
  TokenRange partition;
  TokenRange order;
  bool has_frame = false;
  bool row_frame = false;
};

constexpr std::array<std::string_view, 3> kFrameWords{"ROWS", "RANGE", "GROUPS"};
constexpr std::array<std::string_view, 5> kClauseWords{"PARTITION", "ORDER", "ROWS", "RANGE", "GROUPS"};
constexpr int kMaximumWindowChain = 32;

// Splits a window's text and follows the window it builds on. Nothing when that cannot be found.
std::optional<WindowText> ReadWindow(const QueryText& text, const SelectCore& core, TokenRange specification,
                                     int depth) {
  const auto& tokens = text.tokens;
  WindowText window;
  std::size_t i = specification.begin;
  const auto word = [&](std::string_view name) { return i < specification.end && IsWord(tokens[i], name); };
  if (i < specification.end && IsName(tokens[i]) && !IsAnyWord(tokens[i], kClauseWords)) {
    const std::string base = FoldedName(tokens[i++]);
    const auto found = std::find_if(core.windows.begin(), core.windows.end(),
                                    [&](const WindowDefinition& definition) { return definition.name == base; });
    if (found == core.windows.end() || depth == kMaximumWindowChain) return std::nullopt;
    const auto inherited = ReadWindow(text, core, found->specification, depth + 1);
    if (!inherited) return std::nullopt;
    window = *inherited;
  }
  const auto starts_frame = [&](std::size_t at) {
    return IsAnyWord(tokens[at], kFrameWords) && (at == specification.begin || EndsOperand(tokens[at - 1]));
  };
  const auto take = [&] {
    const std::size_t begin = i += 2;
    while (i < specification.end && !IsWord(tokens[i], "ORDER") && !starts_frame(i)) i = text.match[i] + 1;
    i = std::min(i, specification.end);
    return TokenRange{begin, i};
  };
  if (word("PARTITION")) window.partition = take();
  if (word("ORDER")) window.order = take();
  window.has_frame |= i < specification.end;
  window.row_frame |= word("ROWS");
  return window;
}

std::optional<WindowText> ReadWindow(const QueryText& text, const SelectCore& core, const WindowCall& call) {
  if (call.window.empty()) return ReadWindow(text, core, call.specification, 0);
  for (const WindowDefinition& definition : core.windows) {
    if (definition.name == call.window) return ReadWindow(text, core, definition.specification, 0);
  }
  return std::nullopt;
}

// Partition and order as terms: rows that tie on all of them are interchangeable for the window.
std::vector<OrderTerm> WindowTerms(const CoreScope& scope, const WindowText& window) {
  std::vector<OrderTerm> terms;
  const auto add = [&](TokenRange range) {
    if (range.empty()) return;
    for (TokenRange term : SplitAtCommas(scope.text().tokens, range)) {
      std::optional<std::string> stated = TakeModifiers(scope.text(), term);
      const TermTarget target{term, std::nullopt, scope.Resolve(term)};
      terms.push_back(MakeTerm(scope, target, std::move(stated)));
    }
  };
  add(window.partition);
  add(window.order);
  return terms;
}

bool FixesWindowRows(const CoreScope& scope, const TextRelations& relations, const WindowText& window) {
  const std::vector<OrderTerm> terms = WindowTerms(scope, window);
  if (scope.core().from.empty()) return true;
  if (!scope.core().group_by.empty()) return CoversGroups(terms, GroupKeys(scope), scope, relations, true);
  return scope.Aggregates() || CloseOver(terms, scope, relations).FixesEveryRow();
}

constexpr std::array<std::string_view, 6> kOrderFree{"count", "sum", "total", "avg", "min", "max"};
constexpr std::array<std::string_view, 4> kSameForPeers{"rank", "dense_rank", "percent_rank", "cume_dist"};

template <typename Names>
bool Holds(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool IsOrderedCall(const CoreScope& scope, const TextRelations& relations, const std::string& function,
                   const WindowText& window) {
  if (window.order.empty()) {
    return (Holds(kOrderFree, function) && !window.has_frame) || FixesWindowRows(scope, relations, window);
  }
  if (Holds(kSameForPeers, function)) return true;
  if (Holds(kOrderFree, function) && !window.row_frame) return true;
  return FixesWindowRows(scope, relations, window);
}

}  // namespace

bool HasTotalOrder(TextRelations& relations, const QueryText& text, std::size_t select) {
  if (text.outline->selects[select].cores.size() > 1) return IsOrderedCompound(relations, text, select);
  return IsOrderedCore(relations, select);
}

std::vector<UnorderedWindow> FindUnorderedWindows(TextRelations& relations, const QueryText& text, std::size_t select) {
  std::vector<UnorderedWindow> found;
  const Select& query = text.outline->selects[select];
  for (std::size_t core = 0; core < query.cores.size(); ++core) {
    for (const WindowCall& call : query.cores[core].window_calls) {
      const std::string function = FoldedName(text.tokens[call.function]);
      const auto window = ReadWindow(text, query.cores[core], call);
      if (window && IsOrderedCall(relations.ScopeOf(select, core), relations, function, *window)) continue;
      found.push_back({call.function, function, window && !window->order.empty()});
    }
  }
  return found;
}

}  // namespace querygate::sqlite
