#include "engine/backend/sqlite/text_facts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "engine/backend/sqlite/affinity.h"
#include "engine/backend/sqlite/order_relations.h"
#include "engine/backend/sqlite/text_check.h"
#include "engine/policy/allowlist.h"

namespace querygate::sqlite {
namespace {

// Calls that give their first argument's value in another shape.
constexpr auto kReshaping = std::to_array<std::string_view>({"round", "coalesce", "ifnull"});

constexpr auto kComparisons = std::to_array<std::string_view>({"=", "==", "<>", "!=", "<", "<=", ">", ">="});
constexpr auto kComparisonWords = std::to_array<std::string_view>({"IN", "LIKE", "GLOB", "IS", "BETWEEN", "NOT"});
constexpr auto kBeforeOperand = std::to_array<std::string_view>({"AND", "OR", "NOT", "WHEN", "WHERE", "ON", "HAVING"});
constexpr auto kBehindTerm = std::to_array<std::string_view>({"ASC", "DESC", "COLLATE", "NULLS"});

template <std::size_t N>
bool IsAnyWord(const SqlToken& token, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return IsWord(token, word); });
}

bool IsComparison(const SqlToken& token) {
  return std::any_of(kComparisons.begin(), kComparisons.end(),
                     [&](std::string_view text) { return IsOperator(token, text); }) ||
         IsAnyWord(token, kComparisonWords);
}

bool IsConstant(const SqlToken& token) {
  return token.kind == SqlToken::Kind::kParameter || token.kind == SqlToken::Kind::kString ||
         token.kind == SqlToken::Kind::kNumber;
}

class Describer {
 public:
  Describer(const QueryText& text, TextRelations& relations, const Schema& schema)
      : text_(text), tokens_(text.tokens), relations_(relations), schema_(schema) {}

  TextFacts Run() {
    for (std::size_t select = 0; select < text_.outline->selects.size(); ++select) {
      for (std::size_t core = 0; core < text_.outline->selects[select].cores.size(); ++core) {
        DescribeCore(select, core);
      }
    }
    return std::move(facts_);
  }

 private:
  void DescribeCore(std::size_t select, std::size_t core);
  void DescribeRange(const CoreScope& scope, TokenRange range, std::optional<std::size_t> result);
  void DescribeTerm(const CoreScope& scope, TokenRange term);
  void DescribeCall(const CoreScope& scope, std::size_t token, TokenRange whole, std::optional<std::size_t> result);
  void DescribeString(const CoreScope& scope, std::size_t token, TokenRange range);

  bool StartsSelect(std::size_t open) const {
    return IsOperator(tokens_[open], "(") && open + 1 < tokens_.size() &&
           (IsWord(tokens_[open + 1], "SELECT") || IsWord(tokens_[open + 1], "WITH") ||
            IsWord(tokens_[open + 1], "VALUES"));
  }
  TokenRange WithoutShape(const CoreScope& scope, TokenRange range) const;
  std::size_t EndOfCall(std::size_t token) const;
  bool HasFilter(std::size_t token) const { return EndOfCall(token) != text_.match[token + 1] + 1; }
  std::optional<SchemaColumnUse> Origin(const CoreScope& scope, TokenRange range) const;
  bool ExcludesNull(const CoreScope& scope, ColumnId column) const;
  std::string ColumnSpelt(const CoreScope& scope, const std::string& name) const;
  bool IsOperandOfConstant(const CoreScope& scope, std::size_t token, TokenRange range) const;
  void AddMisplaced(const CoreScope& scope, std::size_t token);

  const QueryText& text_;
  std::span<const SqlToken> tokens_;
  TextRelations& relations_;
  const Schema& schema_;
  TextFacts facts_;
};

void Describer::DescribeCore(std::size_t select, std::size_t core) {
  const CoreScope& scope = relations_.ScopeOf(select, core);
  const bool statement = text_.outline->selects[select].place == Select::Place::kStatement;
  const auto& outputs = scope.outputs();
  for (std::size_t output = 0; output < outputs.size(); ++output) {
    const bool known = statement && scope.outputs_known();
    DescribeRange(scope, outputs[output].expression, known ? std::optional(output) : std::nullopt);
  }
  DescribeRange(scope, scope.core().where, std::nullopt);
  DescribeRange(scope, scope.core().having, std::nullopt);
  for (const FromItem& item : scope.core().from) DescribeRange(scope, item.on, std::nullopt);
  for (const TokenRange& term : scope.core().group_by) DescribeTerm(scope, term);
  if (core != 0) return;
  for (const TokenRange& term : scope.select().order_by) DescribeTerm(scope, term);
}

// Nested SELECTs are described with their own scope.
void Describer::DescribeRange(const CoreScope& scope, TokenRange range, std::optional<std::size_t> result) {
  for (std::size_t at = range.begin; at < range.end; ++at) {
    if (StartsSelect(at)) {
      at = text_.match[at];
    } else if (IsIdentifier(tokens_[at]) && scope.IsAggregateCall(at)) {
      DescribeCall(scope, at, range, result);
    } else if (tokens_[at].kind == SqlToken::Kind::kString) {
      DescribeString(scope, at, range);
    }
  }
}

// A text orders and groups nothing, whatever it spells; one that spells a column was meant to be it.
void Describer::DescribeTerm(const CoreScope& scope, TokenRange term) {
  term = scope.WithoutParentheses(term);
  if (term.empty()) return;
  const bool whole = term.size() == 1 || IsAnyWord(tokens_[term.begin + 1], kBehindTerm);
  if (whole && tokens_[term.begin].kind == SqlToken::Kind::kString) return AddMisplaced(scope, term.begin);
  DescribeRange(scope, term, std::nullopt);
}

// Behind the call and its FILTER.
std::size_t Describer::EndOfCall(std::size_t token) const {
  const std::size_t end = text_.match[token + 1] + 1;
  const bool filter = end + 1 < tokens_.size() && IsWord(tokens_[end], "FILTER") && IsOperator(tokens_[end + 1], "(");
  return filter ? text_.match[end + 1] + 1 : end;
}

// The expression whose value a CAST or a rounding gives.
TokenRange Describer::WithoutShape(const CoreScope& scope, TokenRange range) const {
  for (;;) {
    range = scope.WithoutParentheses(range);
    const bool call =
        range.size() > 3 && IsOperator(tokens_[range.begin + 1], "(") && text_.match[range.begin + 1] == range.end - 1;
    if (!call) return range;
    const TokenRange inside{range.begin + 2, range.end - 1};
    const bool cast = IsWord(tokens_[range.begin], "CAST");
    const std::string name = FoldedName(tokens_[range.begin]);
    if (!cast && std::find(kReshaping.begin(), kReshaping.end(), name) == kReshaping.end()) return range;
    if (!cast) {
      range = SplitAtCommas(tokens_, inside).front();
      continue;
    }
    std::size_t as = inside.begin;
    while (as < inside.end && !IsWord(tokens_[as], "AS")) as = text_.match[as] + 1;
    range = {inside.begin, std::min(as, inside.end)};
  }
}

std::optional<SchemaColumnUse> Describer::Origin(const CoreScope& scope, TokenRange range) const {
  const auto id = scope.Resolve(range);
  if (!id) return std::nullopt;
  const FromItem& item = scope.core().from[id->item];
  const SchemaObject* object = item.kind == FromItem::Kind::kTable ? schema_.Find(item.name) : nullptr;
  if (object == nullptr || object->kind != SchemaObject::Kind::kTable) return std::nullopt;
  for (std::size_t at = 0; at < object->columns.size(); ++at) {
    const SchemaColumn& column = object->columns[at];
    if (!SameName(column.name, scope.Column(*id).name)) continue;
    const bool key = static_cast<int>(at) == object->rowid_alias || (object->without_rowid && column.primary_key > 0);
    return SchemaColumnUse{.table = object->name,
                           .column = column.name,
                           .affinity = AffinityOf(column.declared_type),
                           .nullable = !column.not_null && !key && !ExcludesNull(scope, *id)};
  }
  return std::nullopt;
}

// WHERE column IS NOT NULL, among conditions that all hold.
bool Describer::ExcludesNull(const CoreScope& scope, ColumnId column) const {
  const TokenRange where = scope.core().where;
  const auto names = scope.Names(where, false);
  if (!names) return false;
  for (std::size_t at = where.begin; at < where.end; ++at) {
    if (IsWord(tokens_[at], "OR")) return false;
  }
  return std::any_of(names->begin(), names->end(), [&](const NameUse& use) {
    if (use.column != column) return false;
    const std::size_t next = use.range.end;
    const auto word = [&](std::size_t at, std::string_view text) {
      return at < where.end && IsWord(tokens_[at], text);
    };
    return word(next, "NOTNULL") || (word(next, "IS") && word(next + 1, "NOT") && word(next + 2, "NULL"));
  });
}

void Describer::DescribeCall(const CoreScope& scope, std::size_t token, TokenRange whole,
                             std::optional<std::size_t> result) {
  AggregateCall call{.function = FoldedName(tokens_[token]), .offset = tokens_[token].offset};
  TokenRange argument{token + 2, text_.match[token + 1]};
  if (!argument.empty() && IsWord(tokens_[argument.begin], "DISTINCT")) {
    call.distinct = true;
    ++argument.begin;
  }
  call.argument = Origin(scope, argument);
  if (call.argument && HasFilter(token)) call.argument->nullable = false;
  const TokenRange value = WithoutShape(scope, whole);
  if (value.begin == token && value.end == EndOfCall(token)) call.result = result;
  facts_.aggregates.push_back(std::move(call));
}

// `table.column` as the statement qualifies it; empty when the name is no column here.
std::string Describer::ColumnSpelt(const CoreScope& scope, const std::string& name) const {
  for (std::size_t item = 0; item < scope.relations().size(); ++item) {
    for (const RelationColumn& column : scope.relations()[item].columns) {
      if (!column.hidden && !name.empty() && column.name == name) return scope.core().from[item].alias + "." + name;
    }
  }
  return {};
}

void Describer::AddMisplaced(const CoreScope& scope, std::size_t token) {
  std::string column = ColumnSpelt(scope, FoldedName(tokens_[token]));
  if (column.empty()) return;
  facts_.misplaced_texts.push_back({tokens_[token].offset, std::move(column)});
}

// 'zone' = :zone, or :zone = 'zone': both sides are the same for every row. What is compared with a column may well
// be a value.
bool Describer::IsOperandOfConstant(const CoreScope& scope, std::size_t token, TokenRange range) const {
  if (token > range.begin + 1 && IsComparison(tokens_[token - 1]) && IsConstant(tokens_[token - 2])) return true;
  const bool begins = token == range.begin || IsAnyWord(tokens_[token - 1], kBeforeOperand) ||
                      (IsOperator(tokens_[token - 1], "(") &&
                       (token - 1 == range.begin || IsAnyWord(tokens_[token - 2], kBeforeOperand)));
  if (!begins || token + 2 >= range.end || !IsComparison(tokens_[token + 1])) return false;
  const std::size_t right = token + 2;
  if (!IsName(tokens_[right])) return IsConstant(tokens_[right]) || IsOperator(tokens_[right], "(");
  return tokens_[right].kind == SqlToken::Kind::kString && !scope.Resolve({right, right + 1});
}

void Describer::DescribeString(const CoreScope& scope, std::size_t token, TokenRange range) {
  const bool argument = token >= 2 && token + 1 < tokens_.size() && IsOperator(tokens_[token - 1], "(") &&
                        IsOperator(tokens_[token + 1], ")") && IsIdentifier(tokens_[token - 2]) &&
                        scope.IsAggregateCall(token - 2);
  if (argument || IsOperandOfConstant(scope, token, range)) AddMisplaced(scope, token);
}

}  // namespace

TextFacts DescribeText(std::string_view sql, const Schema& schema) {
  const auto text = ReadStatement(sql);
  if (!text->outline.understood) return {};
  ViewRelations views(schema);
  TextRelations relations(text->query, views);
  return Describer(text->query, relations, schema).Run();
}

}  // namespace querygate::sqlite
