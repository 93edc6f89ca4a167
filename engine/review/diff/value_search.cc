#include "engine/review/diff/value_search.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <utility>

#include "engine/review/diff/regular_language.h"
#include "engine/review/diff/text_search.h"
#include "engine/review/diff/value_candidates.h"

namespace querygate::review {
namespace {

template <typename Spec>
ValueRules RulesOfSpec(const Spec& spec) {
  ValueRules rules;
  for (const TypedChoice& choice : spec.choices) rules.members.push_back(choice.value);
  rules.min = spec.min;
  rules.max = spec.max;
  rules.min_length = spec.min_length;
  rules.max_length = spec.max_length;
  rules.pattern = spec.pattern;
  rules.precision = spec.precision;
  rules.scale = spec.scale;
  return rules;
}

std::vector<std::string> TextsOf(const std::vector<TypedValue>& values) {
  std::vector<std::string> texts;
  for (const TypedValue& value : values) {
    if (const auto* text = std::get_if<std::string>(&value)) texts.push_back(*text);
  }
  return texts;
}

// Texts: members are tried one by one; anything else is a question about languages and lengths.
class TextQuestion {
 public:
  explicit TextQuestion(const ValueQuestion& question) : question_(question) {}

  FoundValue Answer() {
    bool finite = false;
    for (const ValueRules& rules : question_.inside) {
      for (const TypedValue& member : rules.members) {
        if (question_.wanted(member)) return member;
      }
      finite = finite || !rules.members.empty();
    }
    if (finite) return NoValue{};

    if (OnlyLengths()) return AnswerByLength();
    TextRules inside = Collect(question_.inside);
    if (why_) return Undecided{*why_};
    if (question_.outside.empty()) return Judge(FindText(inside, nullptr));
    // A text that breaks one of several rules: each is asked for on its own.
    FoundValue result = NoValue{};
    for (const ValueRules& rules : question_.outside) {
      why_.reset();
      if (IsImplied(rules)) continue;
      const TextRules outside = Collect({rules});
      FoundValue found = why_ ? FoundValue(Undecided{*why_}) : Judge(FindText(inside, &outside));
      if (std::holds_alternative<TypedValue>(found)) return found;
      if (std::holds_alternative<Undecided>(found)) result = std::move(found);
    }
    return result;
  }

 private:
  bool OnlyLengths() const {
    const auto plain = [](const ValueRules& rules) { return rules.members.empty() && rules.pattern == nullptr; };
    return std::all_of(question_.inside.begin(), question_.inside.end(), plain) &&
           std::all_of(question_.outside.begin(), question_.outside.end(), plain);
  }

  // Without patterns only the length matters, and it may be far longer than what a search can count to.
  FoundValue AnswerByLength() const {
    constexpr std::int64_t kMaxArgument = 1 << 20;  // no caller can send more
    std::vector<std::int64_t> lengths;
    for (const ValueRules& rules : question_.outside) {
      if (rules.max_length) lengths.push_back(*rules.max_length + 1);
      if (rules.min_length) lengths.push_back(*rules.min_length - 1);
    }
    for (const ValueRules& rules : question_.inside) {
      if (rules.min_length) lengths.push_back(*rules.min_length);
      if (rules.max_length) lengths.push_back(*rules.max_length);
    }
    for (const std::int64_t length : {std::int64_t{1}, std::int64_t{0}}) lengths.push_back(length);
    for (const std::int64_t length : lengths) {
      if (length < 0 || length > kMaxArgument) continue;
      TypedValue text = std::string(static_cast<std::size_t>(length), 'a');
      if (question_.wanted(text)) return text;
    }
    return NoValue{};
  }

  // Rules that repeat what is asked for anyway are no reason to look into a pattern.
  bool IsImplied(const ValueRules& rules) const {
    return std::any_of(question_.inside.begin(), question_.inside.end(), [&rules](const ValueRules& own) {
      const bool pattern = rules.pattern == nullptr ||
                           (own.pattern != nullptr && own.pattern->expression() == rules.pattern->expression());
      const bool shortest = rules.min_length.value_or(0) <= own.min_length.value_or(0);
      const bool longest = !rules.max_length || (own.max_length && *own.max_length <= *rules.max_length);
      return rules.members.empty() && pattern && shortest && longest;
    });
  }

  void Add(TextRules& rules, Expected<RegularLanguage, std::string> language) {
    if (!language) {
      why_ = language.error();
      return;
    }
    languages_.push_back(*std::move(language));
    rules.languages.push_back(&languages_.back());
  }

  TextRules Collect(const std::vector<ValueRules>& all) {
    TextRules collected;
    for (const ValueRules& rules : all) {
      if (rules.min_length) collected.min_length = std::max(collected.min_length, *rules.min_length);
      if (rules.max_length) {
        collected.max_length = std::min(collected.max_length.value_or(*rules.max_length), *rules.max_length);
      }
      if (rules.pattern) Add(collected, RegularLanguage::OfExpression(rules.pattern->expression()));
      if (!rules.members.empty()) Add(collected, RegularLanguage::OfTexts(TextsOf(rules.members)));
    }
    return collected;
  }

  FoundValue Judge(TextSearch search) const {
    switch (search.answer) {
      case TextSearch::Answer::kNone:
        return NoValue{};
      case TextSearch::Answer::kUndecided:
        return Undecided{std::move(search.why)};
      case TextSearch::Answer::kFound:
        break;
    }
    if (question_.wanted(search.text)) return TypedValue(std::move(search.text));
    return Undecided{"the pattern is matched in another way than it was compared"};
  }

  const ValueQuestion& question_;
  std::deque<RegularLanguage> languages_;
  std::optional<std::string> why_;
};

}  // namespace

ValueKind KindOf(ScalarType type) {
  switch (type) {
    case ScalarType::kString:
      return ValueKind::kText;
    case ScalarType::kInteger:
      return ValueKind::kInteger;
    case ScalarType::kDecimal:
      return ValueKind::kDecimal;
    case ScalarType::kBoolean:
      return ValueKind::kBoolean;
    case ScalarType::kDate:
      return ValueKind::kDate;
    case ScalarType::kTimestamp:
      break;
  }
  return ValueKind::kTimestamp;
}

ValueKind KindOf(ColumnType type) {
  switch (type) {
    case ColumnType::kInteger:
      return ValueKind::kInteger;
    case ColumnType::kText:
      return ValueKind::kText;
    case ColumnType::kReal:
      return ValueKind::kReal;
    case ColumnType::kDecimal:
      return ValueKind::kDecimal;
    case ColumnType::kBoolean:
      return ValueKind::kBoolean;
    case ColumnType::kDate:
      return ValueKind::kDate;
    case ColumnType::kTimestamp:
      return ValueKind::kTimestamp;
    case ColumnType::kBlob:
      break;
  }
  return ValueKind::kBlob;
}

ValueRules RulesOf(const ParameterSpec& spec) { return RulesOfSpec(spec); }
ValueRules RulesOf(const ColumnSpec& spec) { return RulesOfSpec(spec); }

ValueRules RulesOf(const TypedNarrowing& narrowing) {
  ValueRules rules;
  rules.members = narrowing.values;
  rules.min = narrowing.min;
  rules.max = narrowing.max;
  return rules;
}

FoundValue FindValue(const ValueQuestion& question) {
  if (question.kind == ValueKind::kText) return TextQuestion(question).Answer();
  for (const TypedValue& candidate : Candidates(question)) {
    if (question.wanted(candidate)) return candidate;
  }
  return NoValue{};
}

}  // namespace querygate::review
