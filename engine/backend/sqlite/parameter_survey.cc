#include "engine/backend/sqlite/parameter_survey.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace querygate::sqlite {
namespace {

using Use = ParameterFacts::Use;

struct Comparison {
  std::string_view text;
  bool word;
  Use use;       // of a parameter behind the operator
  Use mirrored;  // of one in front of it
};
constexpr auto kComparisons = std::to_array<Comparison>({
    {"=", false, Use::kEqual, Use::kEqual},
    {"==", false, Use::kEqual, Use::kEqual},
    {"<>", false, Use::kEqual, Use::kEqual},
    {"!=", false, Use::kEqual, Use::kEqual},
    {"IS", true, Use::kEqual, Use::kEqual},
    {"LIKE", true, Use::kLike, Use::kLike},
    {"GLOB", true, Use::kLike, Use::kLike},
    {">=", false, Use::kFrom, Use::kTo},
    {">", false, Use::kFrom, Use::kTo},
    {"<=", false, Use::kTo, Use::kFrom},
    {"<", false, Use::kTo, Use::kFrom},
});

const Comparison* FindComparison(const SqlToken& token) {
  for (const Comparison& row : kComparisons) {
    if (row.word ? IsWord(token, row.text) : IsOperator(token, row.text)) return &row;
  }
  return nullptr;
}

bool IsArithmetic(const SqlToken& token) {
  constexpr std::array<std::string_view, 5> kOperators{"+", "-", "*", "/", "%"};
  return std::any_of(kOperators.begin(), kOperators.end(),
                     [&](std::string_view text) { return IsOperator(token, text); });
}

class ParameterReader {
 public:
  ParameterReader(const QueryText& text, ExpressionReader& expressions)
      : text_(text), expressions_(expressions), close_to_open_(text.tokens.size()) {
    for (std::size_t i = 0; i < text_.match.size(); ++i) {
      if (text_.match[i] != i) close_to_open_[text_.match[i]] = i;
    }
  }

  ParameterFacts Read(std::size_t token) {
    ParameterFacts facts;
    facts.name = text_.tokens[token].text.substr(1);
    facts.offset = text_.tokens[token].offset;
    FindPlace(token);
    TokenRange range{token, token + 1};
    if (ReadLimit(token, facts) || ReadList(token, facts)) return facts;
    Widen(range, facts);
    if (ReadNullTest(range, facts) || ReadComparison(range, facts)) return facts;
    ReadArgument(range, facts);
    return facts;
  }

 private:
  bool Word(std::size_t i, std::string_view word) const {
    return i < text_.tokens.size() && IsWord(text_.tokens[i], word);
  }
  bool Operator(std::size_t i, std::string_view text) const {
    return i < text_.tokens.size() && IsOperator(text_.tokens[i], text);
  }

  // The innermost SELECT around the token, and the part of it.
  void FindPlace(std::size_t token) {
    const auto& selects = text_.outline->selects;
    select_ = 0;
    for (std::size_t i = 0; i < selects.size(); ++i) {
      const bool inside = token >= selects[i].range.begin && token < selects[i].range.end;
      if (inside && selects[i].range.size() <= selects[select_].range.size()) select_ = i;
    }
    core_ = 0;
    const auto within = [token](TokenRange range) { return token >= range.begin && token < range.end; };
    for (std::size_t core = 0; core < selects[select_].cores.size(); ++core) {
      const SelectCore& part = selects[select_].cores[core];
      bool here = within(part.where) || within(part.having);
      for (const OutputColumn& output : part.outputs) here |= within(output.expression);
      for (const FromItem& item : part.from) here |= within(item.on);
      for (const TokenRange& term : part.group_by) here |= within(term);
      if (here) core_ = core;
    }
  }

  bool ReadLimit(std::size_t token, ParameterFacts& facts) const {
    if (token == 0) return false;
    if (Word(token - 1, "LIMIT")) facts.use = Use::kLimit;
    if (Word(token - 1, "OFFSET")) facts.use = Use::kOffset;
    return facts.use != Use::kUnknown;
  }

  bool ReadList(std::size_t token, ParameterFacts& facts) {
    if (token < 2 || !Operator(token - 1, "(") || !Operator(token + 1, ")") || !Word(token - 2, "IN")) return false;
    facts.use = Use::kListed;
    const std::size_t in = token - 2;
    facts.compared = OperandBefore(Word(in - 1, "NOT") ? in - 1 : in);
    return true;
  }

  // Takes in what is joined or added to the parameter before it is compared.
  void Widen(TokenRange& range, ParameterFacts& facts) const {
    for (;;) {
      if (range.begin > 0 && Operator(range.begin - 1, "(") && text_.match[range.begin - 1] == range.end &&
          !(range.begin > 1 && IsIdentifier(text_.tokens[range.begin - 2]))) {
        range = {range.begin - 1, range.end + 1};
      } else if (range.begin > 1 && Joins(range.begin - 1, facts)) {
        range.begin = OperandStart(range.begin - 1);
      } else if (Joins(range.end, facts)) {
        range.end = OperandEnd(range.end + 1);
      } else {
        return;
      }
    }
  }

  bool Joins(std::size_t i, ParameterFacts& facts) const {
    if (i >= text_.tokens.size()) return false;
    const bool text = Operator(i, "||");
    const bool arithmetic = i > 0 && IsArithmetic(text_.tokens[i]) && EndsOperand(text_.tokens[i - 1]);
    facts.joined_text |= text;
    facts.computed |= arithmetic;
    return text || arithmetic;
  }

  bool ReadNullTest(TokenRange range, ParameterFacts& facts) const {
    const bool is_null = Word(range.end, "IS") && (Word(range.end + 1, "NULL") || Word(range.end + 1, "NOT"));
    facts.tested_for_null = is_null || Word(range.end, "ISNULL") || Word(range.end, "NOTNULL");
    return facts.tested_for_null;
  }

  bool ReadComparison(TokenRange range, ParameterFacts& facts) {
    if (range.begin > 1) {
      std::size_t at = range.begin - 1;
      if (Word(at, "NOT") && Word(at - 1, "IS")) --at;
      if (const Comparison* row = FindComparison(text_.tokens[at])) {
        facts.use = row->use;
        facts.compared = OperandBefore(row->word && Word(at - 1, "NOT") ? at - 1 : at);
        return true;
      }
      if (Word(at, "BETWEEN")) {
        facts.use = Use::kFrom;
        facts.compared = OperandBefore(Word(at - 1, "NOT") ? at - 1 : at);
        return true;
      }
      if (Word(at, "AND")) {
        if (const auto between = BetweenOf(at)) {
          facts.use = Use::kTo;
          facts.compared = OperandBefore(Word(*between - 1, "NOT") ? *between - 1 : *between);
          return true;
        }
      }
    }
    if (range.end >= text_.tokens.size()) return false;
    const std::size_t at = Word(range.end, "NOT") ? range.end + 1 : range.end;
    if (at >= text_.tokens.size()) return false;
    if (const Comparison* row = FindComparison(text_.tokens[at])) {
      facts.use = row->mirrored;
      facts.compared = OperandAfter(at + 1);
      return true;
    }
    return false;
  }

  // `x BETWEEN low AND :name`: low is one operand, however it was computed.
  std::optional<std::size_t> BetweenOf(std::size_t conjunction) const {
    std::size_t at = OperandStart(conjunction);
    while (at > 1 && (IsArithmetic(text_.tokens[at - 1]) || Operator(at - 1, "||"))) at = OperandStart(at - 1);
    return at > 0 && Word(at - 1, "BETWEEN") ? std::optional(at - 1) : std::nullopt;
  }

  void ReadArgument(TokenRange range, ParameterFacts& facts) {
    std::size_t open = range.begin;
    while (open > 0 && !Operator(open - 1, "(")) open = Operator(open - 1, ")") ? close_to_open_[open - 1] : open - 1;
    if (open < 2 || !IsIdentifier(text_.tokens[open - 2])) return;
    const std::size_t call = open - 2;
    facts.use = Use::kFunction;
    facts.compared = expressions_.Read(select_, core_, {call, text_.match[open - 1] + 1});
    facts.compared.function = FoldedName(text_.tokens[call]);
  }

  // Where the operand that ends before `end` begins: a name, a literal, a call, parentheses.
  std::size_t OperandStart(std::size_t end) const {
    std::size_t at = end - 1;
    if (at > 1 && Word(at - 1, "COLLATE")) at -= 2;
    if (Operator(at, ")")) {
      at = close_to_open_[at];
      if (at > 0 && IsIdentifier(text_.tokens[at - 1])) --at;
      return at;
    }
    return at > 1 && Operator(at - 1, ".") ? at - 2 : at;
  }

  std::size_t OperandEnd(std::size_t begin) const {
    if (begin >= text_.tokens.size()) return begin;
    if (Operator(begin, "(")) return text_.match[begin] + 1;
    if (Operator(begin + 1, "(")) return text_.match[begin + 1] + 1;
    return Operator(begin + 1, ".") ? begin + 3 : begin + 1;
  }

  ExpressionFacts OperandBefore(std::size_t end) {
    std::size_t begin = OperandStart(end);
    while (begin > 1 && (IsArithmetic(text_.tokens[begin - 1]) || Operator(begin - 1, "||")) &&
           EndsOperand(text_.tokens[begin - 2])) {
      begin = OperandStart(begin - 1);
    }
    TokenRange range{begin, end};
    if (range.size() > 2 && Word(range.end - 2, "COLLATE")) range.end -= 2;
    return expressions_.Read(select_, core_, range);
  }

  ExpressionFacts OperandAfter(std::size_t begin) {
    std::size_t end = OperandEnd(begin);
    while (end < text_.tokens.size() && (IsArithmetic(text_.tokens[end]) || Operator(end, "||"))) {
      end = OperandEnd(end + 1);
    }
    return expressions_.Read(select_, core_, {begin, std::min(end, text_.tokens.size())});
  }

  const QueryText& text_;
  ExpressionReader& expressions_;
  std::vector<std::size_t> close_to_open_;
  std::size_t select_ = 0;
  std::size_t core_ = 0;
};

int Weight(const ParameterFacts& facts) {
  if (facts.use == Use::kUnknown) return 0;
  if (facts.use == Use::kFunction) return 1;
  return facts.compared.origin ? 3 : 2;
}

bool IsNamed(const SqlToken& token) {
  return token.kind == SqlToken::Kind::kParameter && token.text.size() > 1 && token.text.front() == ':';
}

}  // namespace

void NameParameters(std::span<const SqlToken> tokens, std::vector<ParameterFacts>& parameters) {
  for (const SqlToken& token : tokens) {
    if (!IsNamed(token)) continue;
    const std::string_view name = token.text.substr(1);
    if (std::any_of(parameters.begin(), parameters.end(),
                    [&](const ParameterFacts& known) { return known.name == name; })) {
      continue;
    }
    ParameterFacts facts;
    facts.name = name;
    facts.offset = token.offset;
    parameters.push_back(std::move(facts));
  }
}

void SurveyParameters(const QueryText& text, ExpressionReader& expressions, std::vector<ParameterFacts>& parameters) {
  ParameterReader reader(text, expressions);
  for (std::size_t i = 0; i < text.tokens.size(); ++i) {
    if (!IsNamed(text.tokens[i])) continue;
    ParameterFacts facts = reader.Read(i);
    const auto known = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const ParameterFacts& other) { return other.name == facts.name; });
    if (known == parameters.end()) {
      parameters.push_back(std::move(facts));
      continue;
    }
    facts.offset = known->offset;
    facts.tested_for_null |= known->tested_for_null;
    if (Weight(facts) > Weight(*known)) {
      *known = std::move(facts);
    } else {
      known->tested_for_null = facts.tested_for_null;
    }
  }
}

void SurveyLiterals(const QueryText& text, ExpressionReader& expressions, std::vector<ComparedLiteral>& literals) {
  ParameterReader reader(text, expressions);
  for (std::size_t i = 1; i < text.tokens.size(); ++i) {
    const SqlToken& token = text.tokens[i];
    const bool null = IsWord(token, "NULL") && IsWord(text.tokens[i - 1], "IS");
    if (token.kind != SqlToken::Kind::kNumber && token.kind != SqlToken::Kind::kString && !null) continue;
    const ParameterFacts facts = reader.Read(i);
    const bool compared = facts.use == Use::kEqual || facts.use == Use::kFrom || facts.use == Use::kTo;
    if (!compared || facts.computed || facts.joined_text || !facts.compared.origin) continue;
    literals.push_back({*facts.compared.origin, facts.use, null ? std::string() : std::string(token.text)});
  }
}

}  // namespace querygate::sqlite
