#include "engine/backend/sqlite/sql_outline.h"

#include <array>
#include <utility>

namespace querygate::sqlite {
namespace {

constexpr int kMaximumDepth = 100;

class OutlineParser {
 public:
  OutlineParser(std::span<const SqlToken> tokens, Outline& outline)
      : tokens_(tokens), match_(MatchParentheses(tokens)), outline_(outline), opening_(tokens.size(), 0) {
    for (std::size_t i = 0; i < match_.size(); ++i) {
      if (match_[i] > i) opening_[match_[i]] = i;
    }
  }

  void Parse(TokenRange range) {
    if (match_.size() == tokens_.size()) ParseSelect(range, Select::Place::kStatement, std::nullopt, 0);
    outline_.understood = !failed_ && !outline_.selects.empty();
  }

 private:
  // ---- Small readers. Every one of them is safe past the end.

  bool Word(std::size_t i, std::string_view word) const { return i < tokens_.size() && IsWord(tokens_[i], word); }
  bool Operator(std::size_t i, std::string_view text) const {
    return i < tokens_.size() && IsOperator(tokens_[i], text);
  }
  bool Name(std::size_t i) const { return i < tokens_.size() && IsName(tokens_[i]); }
  bool StartsSelect(std::size_t i) const { return Word(i, "SELECT") || Word(i, "VALUES") || Word(i, "WITH"); }
  // The next token outside parentheses.
  std::size_t After(std::size_t i) const { return match_[i] + 1; }

  void Fail(std::size_t at) {
    if (!failed_) outline_.trouble = at;
    failed_ = true;
  }

  // WINDOW is a keyword only before `name AS`.
  bool StartsWindowClause(std::size_t i) const { return Word(i, "WINDOW") && Name(i + 1) && Word(i + 2, "AS"); }

  bool StartsClause(std::size_t i) const {
    if (Word(i, "FROM")) return i == 0 || !Word(i - 1, "DISTINCT");  // IS DISTINCT FROM is an operator
    constexpr std::array kClauses{"WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT"};
    for (std::string_view word : kClauses) {
      if (Word(i, word)) return true;
    }
    return StartsWindowClause(i);
  }

  TokenRange UpToClause(std::size_t begin, std::size_t end) const {
    std::size_t i = begin;
    while (i < end && !StartsClause(i)) i = After(i);
    return {begin, i < end ? i : end};
  }

  // ---- SELECT

  Select& At(std::size_t select) { return outline_.selects[select]; }
  SelectCore& CoreAt(std::size_t select, std::size_t core) { return outline_.selects[select].cores[core]; }

  std::size_t ParseSelect(TokenRange range, Select::Place place, std::optional<std::size_t> parent,
                          std::size_t parent_core) {
    const std::size_t self = outline_.selects.size();
    outline_.selects.emplace_back();
    At(self).place = place;
    At(self).parent = parent;
    At(self).parent_core = parent_core;
    At(self).range = range;
    if (depth_ == kMaximumDepth) {
      Fail(range.begin);
      At(self).cores.emplace_back();
      return self;
    }
    ++depth_;
    std::size_t i = ParseWith(self, range.begin, range.end);
    for (;;) {
      i = ParseCore(self, i, range.end);
      if (i >= range.end || failed_) break;
      if (!Word(i, "UNION") && !Word(i, "EXCEPT") && !Word(i, "INTERSECT")) break;
      const bool all = Word(i + 1, "ALL");
      At(self).keeps_duplicates |= all;
      At(self).merges_duplicates |= !all;
      i += all ? 2 : 1;
    }
    ParseTail(self, i, range.end);
    --depth_;
    return self;
  }

  std::size_t ParseWith(std::size_t self, std::size_t i, std::size_t end) {
    if (!Word(i, "WITH")) return i;
    ++i;
    if (Word(i, "RECURSIVE")) ++i;
    for (;;) {
      CommonTable common;
      if (i >= end || !Name(i)) return Fail(i), end;
      common.token = i;
      outline_.introductions.push_back(i);
      common.name = FoldedName(tokens_[i++]);
      if (Operator(i, "(")) {
        common.columns = ReadColumnNames({i + 1, match_[i]});
        i = After(i);
      }
      if (!Word(i, "AS")) return Fail(i), end;
      ++i;
      if (Word(i, "NOT")) ++i;
      if (Word(i, "MATERIALIZED")) ++i;
      if (!Operator(i, "(") || !StartsSelect(i + 1)) return Fail(i), end;
      common.select = ParseSelect({i + 1, match_[i]}, Select::Place::kCommonTable, self, 0);
      i = After(i);
      At(self).common_tables.push_back(std::move(common));
      if (!Operator(i, ",")) return i;
      ++i;
    }
  }

  std::vector<std::string> ReadColumnNames(TokenRange range) {
    std::vector<std::string> names;
    for (const TokenRange& part : SplitAtCommas(tokens_, range)) {
      if (part.size() != 1 || !Name(part.begin)) return Fail(part.begin), names;
      names.push_back(FoldedName(tokens_[part.begin]));
      outline_.introductions.push_back(part.begin);
    }
    return names;
  }

  std::size_t ParseCore(std::size_t self, std::size_t i, std::size_t end) {
    const std::size_t core = At(self).cores.size();
    At(self).cores.emplace_back();
    if (Word(i, "VALUES")) return ParseValues(self, core, i + 1, end);
    if (i >= end || !Word(i, "SELECT")) return Fail(i), end;
    ++i;
    if (Word(i, "DISTINCT")) {
      CoreAt(self, core).distinct = true;
      ++i;
    } else if (Word(i, "ALL")) {
      ++i;
    }
    const TokenRange outputs = UpToClause(i, end);
    for (const TokenRange& part : SplitAtCommas(tokens_, outputs)) ParseOutput(self, core, part);
    i = outputs.end;
    if (i < end && Word(i, "FROM")) {
      const TokenRange from = UpToClause(i + 1, end);
      std::vector<FromItem> items;
      ParseJoins(self, core, from, items);
      CoreAt(self, core).from = std::move(items);
      i = from.end;
    }
    if (i < end && Word(i, "WHERE")) i = Take(self, core, i + 1, end, CoreAt(self, core).where);
    if (i < end && Word(i, "GROUP")) {
      if (!Word(i + 1, "BY")) return Fail(i), end;
      TokenRange terms;
      i = Take(self, core, i + 2, end, terms);
      CoreAt(self, core).group_by = SplitTerms(terms);
    }
    if (i < end && Word(i, "HAVING")) i = Take(self, core, i + 1, end, CoreAt(self, core).having);
    if (i < end && StartsWindowClause(i)) i = ParseWindows(self, core, i + 1, end);
    return i;
  }

  // A clause whose expressions may hold nested SELECTs. `range` may lie in the outline: it is set first.
  std::size_t Take(std::size_t self, std::size_t core, std::size_t begin, std::size_t end, TokenRange& range) {
    const TokenRange found = UpToClause(begin, end);
    range = found;
    if (found.empty()) Fail(begin);
    ScanExpression(self, core, found);
    return found.end;
  }

  std::vector<TokenRange> SplitTerms(TokenRange range) {
    std::vector<TokenRange> terms = SplitAtCommas(tokens_, range);
    for (const TokenRange& term : terms) {
      if (term.empty()) Fail(term.begin);
    }
    return terms;
  }

  std::size_t ParseValues(std::size_t self, std::size_t core, std::size_t i, std::size_t end) {
    bool first = true;
    for (;; ++i) {
      if (i >= end || !Operator(i, "(")) return Fail(i), end;
      const TokenRange row{i + 1, match_[i]};
      ScanExpression(self, core, row);
      if (std::exchange(first, false)) {
        for (const TokenRange& part : SplitAtCommas(tokens_, row))
          CoreAt(self, core).outputs.push_back({part, "", false});
      }
      i = After(i);
      if (i >= end || !Operator(i, ",")) break;
    }
    CoreAt(self, core).values = true;
    return i;
  }

  void ParseOutput(std::size_t self, std::size_t core, TokenRange part) {
    if (part.empty()) return Fail(part.begin);
    OutputColumn output{part, "", false};
    const std::size_t last = part.end - 1;
    if (Operator(last, "*") && (part.size() == 1 || (part.size() == 3 && Operator(last - 1, ".")))) {
      output.star = true;
    } else if (part.size() >= 3 && Word(last - 1, "AS") && Name(last)) {
      output.alias = FoldedName(tokens_[last]);
      output.expression.end = last - 1;
    } else if (IsBareAlias(part)) {
      output.alias = FoldedName(tokens_[last]);
      output.expression.end = last;
    }
    if (!output.alias.empty()) outline_.introductions.push_back(last);
    CoreAt(self, core).outputs.push_back(output);
    ScanExpression(self, core, output.expression);
  }

  // `expression name`: the name stands right behind a whole operand.
  bool IsBareAlias(TokenRange part) {
    const std::size_t last = part.end - 1;
    if (part.size() < 2 || !Name(last) || IsJoinWord(tokens_[last]) || !EndsOperand(tokens_[last - 1])) return false;
    if (Word(last - 1, "OVER") && last >= part.begin + 2 && Operator(last - 2, ")")) return false;  // OVER window
    if (!Word(last, "END")) return true;
    int cases = 0;
    for (std::size_t i = part.begin; i < part.end; i = After(i)) {
      if (Word(i, "CASE")) ++cases;
      if (Word(i, "END")) --cases;
    }
    return cases < 0;  // one END more than there are CASEs to close
  }

  std::size_t ParseWindows(std::size_t self, std::size_t core, std::size_t i, std::size_t end) {
    for (;;) {
      if (i >= end || !Name(i) || !Word(i + 1, "AS") || !Operator(i + 2, "(")) return Fail(i), end;
      const TokenRange specification{i + 3, match_[i + 2]};
      outline_.introductions.push_back(i);
      CoreAt(self, core).windows.push_back({FoldedName(tokens_[i]), specification});
      ScanExpression(self, core, specification);
      i = After(i + 2);
      if (i >= end || !Operator(i, ",")) return i;
      ++i;
    }
  }

  void ParseTail(std::size_t self, std::size_t i, std::size_t end) {
    if (failed_) return;
    if (i < end && Word(i, "ORDER")) {
      if (!Word(i + 1, "BY")) return Fail(i);
      TokenRange terms;
      i = Take(self, 0, i + 2, end, terms);
      At(self).order_by = SplitTerms(terms);
    }
    if (i < end && Word(i, "LIMIT")) {
      At(self).limit = i;
      ScanExpression(self, 0, {i + 1, end});
      i = end;
    }
    if (i < end) Fail(i);
  }

  // ---- FROM

  void ParseJoins(std::size_t self, std::size_t core, TokenRange range, std::vector<FromItem>& items) {
    std::size_t i = range.begin;
    FromItem::Join join = FromItem::Join::kInner;
    for (;;) {
      FromItem item;
      item.join = join;
      i = ParseItem(self, core, i, range.end, item);
      if (failed_) return;
      if (i < range.end && Word(i, "ON")) {
        item.on = {i + 1, OnEnd(i + 1, range.end)};
        ScanExpression(self, core, item.on);
        i = item.on.end;
      } else if (i < range.end && Word(i, "USING") && Operator(i + 1, "(")) {
        item.join = FromItem::Join::kOther;
        i = After(i + 1);
      }
      items.push_back(std::move(item));
      if (i >= range.end) return;
      i = ReadJoin(i, range.end, join);
      if (failed_) return;
    }
  }

  std::size_t ReadJoin(std::size_t i, std::size_t end, FromItem::Join& join) {
    join = FromItem::Join::kInner;
    if (Operator(i, ",")) return i + 1;
    for (; i < end && !Word(i, "JOIN"); ++i) {
      if (!IsJoinWord(tokens_[i])) return Fail(i), end;
      if (Word(i, "LEFT") && join == FromItem::Join::kInner) join = FromItem::Join::kLeft;
      if (Word(i, "RIGHT") || Word(i, "FULL") || Word(i, "NATURAL")) join = FromItem::Join::kOther;
    }
    if (i >= end) Fail(i);
    return i + 1;
  }

  std::size_t OnEnd(std::size_t begin, std::size_t end) const {
    std::size_t i = begin;
    for (; i < end; i = After(i)) {
      if (Operator(i, ",") || Word(i, "JOIN")) break;
      if (i > begin && IsJoinWord(tokens_[i]) && EndsOperand(tokens_[i - 1])) break;
    }
    return i < end ? i : end;
  }

  std::size_t ParseItem(std::size_t self, std::size_t core, std::size_t i, std::size_t end, FromItem& item) {
    if (i >= end) return Fail(i), end;
    std::optional<std::size_t> reference;
    if (Operator(i, "(")) {
      const TokenRange inner{i + 1, match_[i]};
      if (StartsSelect(i + 1)) {
        item.kind = FromItem::Kind::kSelect;
        item.select = ParseSelect(inner, Select::Place::kFrom, self, core);
      } else {
        item.kind = FromItem::Kind::kOther;
        std::vector<FromItem> inner_items;
        ParseJoins(self, core, inner, inner_items);
      }
      i = After(i);
    } else {
      if (!Name(i)) return Fail(i), end;
      reference = AddReference(self, i);
      i = outline_.references[*reference].token + 1;
      item.name = item.alias = outline_.references[*reference].name;
      if (Operator(i, "(") && i < end) {
        item.kind = FromItem::Kind::kOther;
        ScanExpression(self, core, {i + 1, match_[i]});
        i = After(i);
      }
    }
    if (i < end && Word(i, "AS")) {
      if (!Name(i + 1) || i + 1 >= end) return Fail(i), end;
      i = TakeAlias(i + 1, item, reference);
    } else if (i < end && Name(i) && !IsJoinWord(tokens_[i]) && !Word(i, "INDEXED")) {
      i = TakeAlias(i, item, reference);
    }
    if (i < end && Word(i, "INDEXED")) {
      if (!Word(i + 1, "BY") || !Name(i + 2)) return Fail(i), end;
      return i + 3;
    }
    if (i < end && Word(i, "NOT") && Word(i + 1, "INDEXED")) return i + 2;
    return i;
  }

  std::size_t TakeAlias(std::size_t i, FromItem& item, std::optional<std::size_t> reference) {
    item.alias = FoldedName(tokens_[i]);
    outline_.introductions.push_back(i);
    if (reference) outline_.references[*reference].alias = item.alias;
    return i + 1;
  }

  // `name` or `schema.name` at `i`.
  std::size_t AddReference(std::size_t self, std::size_t i) {
    TableReference reference;
    reference.qualified = Operator(i + 1, ".") && Name(i + 2);
    reference.token = reference.qualified ? i + 2 : i;
    reference.name = FoldedName(tokens_[reference.token]);
    reference.select = self;
    outline_.references.push_back(std::move(reference));
    return outline_.references.size() - 1;
  }

  // ---- Expressions: nested SELECTs, tables behind IN, window calls

  void ScanExpression(std::size_t self, std::size_t core, TokenRange range) {
    for (std::size_t i = range.begin; i < range.end && !failed_; ++i) {
      if (Operator(i, "(") && StartsSelect(i + 1)) {
        ParseSelect({i + 1, match_[i]}, PlaceBehind(i, range.begin), self, core);
        i = match_[i];
      } else if (Word(i, "IN") && Name(i + 1) && i + 1 < range.end) {
        AddReference(self, i + 1);
      } else if (Word(i, "OVER") && i > range.begin && Operator(i - 1, ")") && i + 1 < range.end &&
                 (Operator(i + 1, "(") || Name(i + 1))) {
        AddWindowCall(self, core, i);
      } else if (IsOperatorWordAsName(i, range.begin)) {
        Fail(i);
      }
    }
  }

  // A column called LIKE, GLOB, REGEXP or MATCH: what follows it could be read in two ways.
  bool IsOperatorWordAsName(std::size_t i, std::size_t begin) const {
    if (!Word(i, "LIKE") && !Word(i, "GLOB") && !Word(i, "REGEXP") && !Word(i, "MATCH")) return false;
    if (Operator(i + 1, "(")) return false;
    return i == begin || !(EndsOperand(tokens_[i - 1]) || Word(i - 1, "NOT"));
  }

  Select::Place PlaceBehind(std::size_t parenthesis, std::size_t begin) const {
    if (parenthesis > begin && Word(parenthesis - 1, "EXISTS")) return Select::Place::kExists;
    if (parenthesis > begin && Word(parenthesis - 1, "IN")) return Select::Place::kIn;
    return Select::Place::kScalar;
  }

  void AddWindowCall(std::size_t self, std::size_t core, std::size_t over) {
    std::size_t open = opening_[over - 1];
    if (open >= 2 && Word(open - 1, "FILTER") && Operator(open - 2, ")")) open = opening_[open - 2];
    if (open == 0 || !IsIdentifier(tokens_[open - 1])) return Fail(over);
    WindowCall call;
    call.function = open - 1;
    call.over = over;
    if (Operator(over + 1, "(")) {
      call.specification = {over + 2, match_[over + 1]};
    } else {
      call.window = FoldedName(tokens_[over + 1]);
    }
    CoreAt(self, core).window_calls.push_back(std::move(call));
  }

  std::span<const SqlToken> tokens_;
  std::vector<std::size_t> match_;
  Outline& outline_;
  std::vector<std::size_t> opening_;  // for a closing parenthesis its opening one
  bool failed_ = false;
  int depth_ = 0;
};

}  // namespace

Outline ParseOutline(std::span<const SqlToken> tokens, TokenRange range) {
  Outline outline;
  // Positions within the query only: nothing behind it may be looked at.
  OutlineParser(tokens.first(range.end), outline).Parse(range);
  return outline;
}

std::optional<ViewText> FindViewQuery(std::span<const SqlToken> tokens) {
  const auto word = [&](std::size_t i, std::string_view text) { return i < tokens.size() && IsWord(tokens[i], text); };
  const auto name = [&](std::size_t i) { return i < tokens.size() && IsName(tokens[i]); };
  std::size_t i = 0;
  if (!word(i++, "CREATE")) return std::nullopt;
  if (word(i, "TEMP") || word(i, "TEMPORARY")) ++i;
  if (!word(i++, "VIEW")) return std::nullopt;
  if (word(i, "IF") && word(i + 1, "NOT") && word(i + 2, "EXISTS")) i += 3;
  if (!name(i++)) return std::nullopt;
  ViewText view;
  if (i < tokens.size() && IsOperator(tokens[i], "(")) {
    for (++i;; i += 2) {
      if (!name(i) || i + 1 >= tokens.size()) return std::nullopt;
      view.columns.push_back(FoldedName(tokens[i]));
      if (IsOperator(tokens[i + 1], ")")) break;
      if (!IsOperator(tokens[i + 1], ",")) return std::nullopt;
    }
    i += 2;
  }
  if (!word(i++, "AS") || i >= tokens.size()) return std::nullopt;
  view.query = {i, tokens.size()};
  return view;
}

std::vector<TokenRange> SplitAtCommas(std::span<const SqlToken> tokens, TokenRange range) {
  std::vector<TokenRange> parts;
  std::size_t begin = range.begin;
  int depth = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (IsOperator(tokens[i], "(")) ++depth;
    if (IsOperator(tokens[i], ")")) --depth;
    if (depth != 0 || !IsOperator(tokens[i], ",")) continue;
    parts.push_back({begin, i});
    begin = i + 1;
  }
  parts.push_back({begin, range.end});
  return parts;
}

}  // namespace querygate::sqlite
