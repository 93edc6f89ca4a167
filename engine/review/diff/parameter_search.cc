#include "engine/review/diff/parameter_search.h"

#include <algorithm>
#include <utility>

#include "engine/render/typed_text.h"
#include "engine/review/diff/value_candidates.h"

namespace querygate::review {
namespace {

Argument Shaped(const ParameterSpec& spec, Argument item, std::size_t count) {
  if (!spec.list) return item;
  Argument list;
  list.kind = Argument::Kind::kArray;
  list.items.assign(count, item);
  return list;
}

std::vector<ValueRules> RulesOfViews(std::span<const ParameterView> views) {
  std::vector<ValueRules> rules;
  for (const ParameterView& view : views) {
    rules.push_back(RulesOf(*view.spec));
    if (view.narrowing != nullptr) rules.push_back(RulesOf(*view.narrowing));
  }
  return rules;
}

class Finder {
 public:
  Finder(std::span<const ParameterView> inside, std::span<const ParameterView> outside, const Instant& now)
      : inside_(inside), outside_(outside), now_(now), spec_(*inside.front().spec) {}

  FoundSent Find() const {
    if (Wanted(std::nullopt)) return Sent();
    // Where shape or type differ, any value is likely to show it; rules of another type say nothing about this one.
    std::vector<ParameterView> alike;
    for (const ParameterView& view : outside_) {
      if (view.spec->type == spec_.type && view.spec->list == spec_.list) alike.push_back(view);
    }
    if (alike.size() != outside_.size() || outside_.empty()) {
      FoundValue any = Ask({});
      if (const auto* value = std::get_if<TypedValue>(&any)) return Sent(Shaped(spec_, ToArgument(*value), 1));
      if (outside_.empty()) return Without(std::move(any));
    }
    FoundValue found = Ask(RulesOfViews(alike));
    if (const auto* value = std::get_if<TypedValue>(&found)) return Sent(Shaped(spec_, ToArgument(*value), 1));
    if (auto longer = LongerList()) return Sent(*std::move(longer));
    return Without(std::move(found));
  }

 private:
  static FoundSent Without(FoundValue found) {
    if (auto* undecided = std::get_if<Undecided>(&found)) return std::move(*undecided);
    return NoValue{};
  }

  bool AllTake(const Sent& sent) const {
    return std::all_of(inside_.begin(), inside_.end(),
                       [&](const ParameterView& view) { return Takes(view, sent, now_); });
  }

  bool Wanted(const Sent& sent) const {
    if (!AllTake(sent)) return false;
    return outside_.empty() || std::any_of(outside_.begin(), outside_.end(),
                                           [&](const ParameterView& view) { return !Takes(view, sent, now_); });
  }

  FoundValue Ask(std::vector<ValueRules> outside) const {
    ValueQuestion question;
    question.kind = KindOf(spec_.type);
    question.inside = RulesOfViews(inside_);
    question.outside = std::move(outside);
    question.now = now_;
    question.wanted = [this](const TypedValue& value) { return Wanted(Shaped(spec_, ToArgument(value), 1)); };
    return FindValue(question);
  }

  // The shortest list that is too long for the other side.
  std::optional<Argument> LongerList() const {
    if (!spec_.list) return std::nullopt;
    const FoundSent one = Finder(inside_, {}, now_).Find();
    const auto* sent = std::get_if<Sent>(&one);
    if (sent == nullptr || !*sent) return std::nullopt;
    for (const ParameterView& view : outside_) {
      Argument list = Shaped(spec_, (*sent)->items.front(), static_cast<std::size_t>(view.spec->max_items) + 1);
      if (Wanted(list)) return list;
    }
    return std::nullopt;
  }

  std::span<const ParameterView> inside_, outside_;
  const Instant& now_;
  const ParameterSpec& spec_;
};

}  // namespace

bool Takes(const ParameterView& view, const Sent& sent, const Instant& now) {
  return JudgeParameter(*view.spec, sent ? &*sent : nullptr, now, view.narrowing).has_value();
}

Argument ToArgument(const TypedValue& value) {
  Argument argument;
  if (const auto* boolean = std::get_if<bool>(&value)) {
    argument.kind = Argument::Kind::kBoolean;
    argument.boolean = *boolean;
  } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    argument.kind = Argument::Kind::kInteger;
    argument.integer = *integer;
  } else {
    argument.kind = Argument::Kind::kString;
    argument.text = TypedText(value);
  }
  return argument;
}

FoundSent FindSent(std::span<const ParameterView> inside, std::span<const ParameterView> outside, const Instant& now) {
  return Finder(inside, outside, now).Find();
}

std::vector<Sent> ExamplesOf(const ParameterView& view, const std::vector<TypedValue>& near, const Instant& now) {
  constexpr std::size_t kMaxExamples = 60;
  const ParameterSpec& spec = *view.spec;
  std::vector<Sent> examples;
  const auto add = [&](Sent sent) {
    if (examples.size() < kMaxExamples && Takes(view, sent, now)) examples.push_back(std::move(sent));
  };
  add(std::nullopt);
  const ParameterView views[] = {view};
  if (spec.type != ScalarType::kDate && spec.type != ScalarType::kTimestamp) {
    ParameterSpec required = spec;
    required.optional = false;
    required.default_value.reset();
    const ParameterView sent_views[] = {{&required, view.narrowing}};
    const FoundSent found = FindSent(sent_views, {}, now);
    if (const auto* sent = std::get_if<Sent>(&found)) add(*sent);
    return examples;
  }
  ValueQuestion question;
  question.kind = KindOf(spec.type);
  question.inside = RulesOfViews(views);
  question.now = now;
  for (const TypedValue& value : near) add(Shaped(spec, ToArgument(value), 1));
  for (const TypedValue& value : Candidates(question)) add(Shaped(spec, ToArgument(value), 1));
  return examples;
}

}  // namespace querygate::review
