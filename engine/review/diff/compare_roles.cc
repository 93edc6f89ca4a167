// Who may call the report, and what each role may choose.
#include <algorithm>
#include <optional>

#include "engine/render/typed_text.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

using Narrowings = std::vector<TypedNarrowing>;

std::string NarrowingText(const TypedNarrowing* narrowing) {
  if (narrowing == nullptr) return "anything";
  std::string text;
  for (const TypedValue& value : narrowing->values) text += (text.empty() ? "" : ", ") + TypedText(value);
  if (narrowing->min) text += (text.empty() ? "from " : " from ") + TypedText(*narrowing->min);
  if (narrowing->max) text += (text.empty() ? "to " : " to ") + TypedText(*narrowing->max);
  return text;
}

bool SameNarrowing(const TypedNarrowing& a, const TypedNarrowing& b) {
  return a.parameter == b.parameter && a.values == b.values && a.min == b.min && a.max == b.max;
}

void Place(Change& change, const ReportPair& pair, const ReviewedCaller& caller) {
  for (const PolicySide* side : {&pair.head_side, &pair.base_side}) {
    const AccessDeclaration* access = side->access.declaration.get();
    if (access == nullptr) continue;
    for (const RoleDeclaration& role : access->roles) {
      if (role.name.value == caller.role) return Changes::Locate(change, *access->text, role.name.position);
    }
  }
}

class RoleComparison {
 public:
  RoleComparison(const ReportPair& pair, const ReviewedCaller& caller, Changes& changes)
      : pair_(pair), caller_(caller), changes_(changes) {}

  void Compare() {
    const auto before = AlternativesOf(pair_.base_side, pair_.base(), caller_);
    const auto now = AlternativesOf(pair_.head_side, pair_.head(), caller_);
    if (before.empty() && now.empty()) return;
    if (now.empty()) {
      Place(changes_.Add(NameOf(caller_), kNarrows, NameOf(caller_) + " may no longer call it"), pair_, caller_);
      return;
    }
    if (before.empty()) return Gain();
    if (before.size() == 1 && now.size() == 1) return CompareNarrowings(before.front(), now.front());
    CompareAlternatives(before, now);
  }

 private:
  bool IsServed() const {
    const ReportStatus status = pair_.head().status;
    return status != ReportStatus::kRetired && (status != ReportStatus::kDraft || caller_.kind == Caller::Kind::kLocal);
  }

  std::optional<ExampleCall> NewCall(std::map<std::string, Sent> fixed = {}) const {
    auto call = FindCall({pair_.head_side, pair_.head(), &pair_.base(), caller_, pair_.now, std::move(fixed)});
    if (call && Accepts(pair_.base_side, pair_.base(), *call, pair_.now)) return std::nullopt;
    return call;
  }

  void Gain() {
    const std::string who = NameOf(caller_);
    Change& change = IsServed() ? changes_.Add(who, kWidens, who + " may newly call it")
                                : changes_.Add(who, kNoEffect, who + " may call it once it is served");
    Place(change, pair_, caller_);
    if (!IsServed()) return;
    change.callers = {who};
    change.call = NewCall();
  }

  void CompareNarrowings(const Narrowings& before, const Narrowings& now) {
    std::vector<std::string> names;
    for (const Narrowings* narrowings : {&before, &now}) {
      for (const TypedNarrowing& narrowing : *narrowings) {
        if (std::find(names.begin(), names.end(), narrowing.parameter) == names.end()) {
          names.push_back(narrowing.parameter);
        }
      }
    }
    for (const std::string& name : names) CompareParameter(name, NarrowingOf(before, name), NarrowingOf(now, name));
  }

  // A parameter that only one side has is told by the parameters; here counts what the role may choose.
  void CompareParameter(const std::string& name, const TypedNarrowing* before, const TypedNarrowing* now) {
    const auto base_index = pair_.base().FindParameter(name);
    const auto head_index = pair_.head().FindParameter(name);
    if (!base_index || !head_index) return;
    const ParameterSpec& base = pair_.base().parameters[*base_index];
    const ParameterSpec& head = pair_.head().parameters[*head_index];
    const ParameterView base_open{&base, nullptr};
    const ParameterView head_open{&head, nullptr};
    const ParameterView base_narrow{&base, before};
    const ParameterView head_narrow{&head, now};
    // Only what both declarations take: the rest is a change of the parameter itself.
    const ParameterView gain_inside[] = {head_narrow, base_open};
    const ParameterView gain_outside[] = {base_narrow};
    const ParameterView loss_inside[] = {base_narrow, head_open};
    const ParameterView loss_outside[] = {head_narrow};
    const FoundSent gained = FindSent(gain_inside, gain_outside, pair_.now);
    const FoundSent lost = FindSent(loss_inside, loss_outside, pair_.now);
    Effects effects;
    effects.widens = std::holds_alternative<Sent>(gained);
    effects.unclear = std::holds_alternative<Undecided>(gained);
    effects.narrows = !std::holds_alternative<NoValue>(lost);
    const bool same = (before == nullptr) == (now == nullptr) && (before == nullptr || SameNarrowing(*before, *now));
    if (same && !effects.any()) return;
    const std::string who = NameOf(caller_);
    Change& change = changes_.Add(
        who + ", " + name, effects,
        who + " may choose for " + name + ": " + NarrowingText(now) + "; before: " + NarrowingText(before));
    Place(change, pair_, caller_);
    if (!effects.widens) return;
    if (!IsServed()) {
      change.effects.widens = false;
      return;
    }
    change.callers = {who};
    change.call = NewCall({{name, std::get<Sent>(gained)}});
  }

  // Callers with several roles: the command line. A single role's change is told for the role; what is left is which
  // roles there are.
  void CompareAlternatives(const std::vector<Narrowings>& before, const std::vector<Narrowings>& now) {
    const auto same = [](const Narrowings& a, const Narrowings& b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end(), SameNarrowing);
    };
    if (std::equal(before.begin(), before.end(), now.begin(), now.end(), same)) return;
    const auto within = [&same](const Narrowings& inner, const std::vector<Narrowings>& outer) {
      return std::any_of(outer.begin(), outer.end(),
                         [&](const Narrowings& other) { return other.empty() || same(other, inner); });
    };
    const auto all_within = [&within](const std::vector<Narrowings>& inner, const std::vector<Narrowings>& outer) {
      return std::all_of(inner.begin(), inner.end(), [&](const Narrowings& one) { return within(one, outer); });
    };
    const std::string who = NameOf(caller_);
    const auto call = all_within(now, before) ? std::nullopt : CallOfAlternatives(before, now);
    Effects effects;
    effects.widens = call.has_value();
    effects.unclear = !call && !all_within(now, before);
    effects.narrows = !all_within(before, now);
    Change& change = changes_.Add(who, effects, "the roles of " + who + " callers that reach it changed");
    if (call) change.callers = {who};
    change.call = call;
    if (const auto* access = pair_.head_side.access.declaration.get(); access != nullptr && access->local) {
      if (!access->local->empty()) Changes::Locate(change, *access->text, access->local->front().position);
    }
  }

  // A call by one of the alternatives that none of the earlier ones took: with a value that one of them excluded.
  std::optional<ExampleCall> CallOfAlternatives(const std::vector<Narrowings>& before,
                                                const std::vector<Narrowings>& now) const {
    for (const Narrowings& alternative : now) {
      for (const Narrowings& old : before) {
        for (const TypedNarrowing& excluded : old) {
          const auto index = pair_.head().FindParameter(excluded.parameter);
          const auto base_index = pair_.base().FindParameter(excluded.parameter);
          if (!index || !base_index) continue;
          const ParameterView inside[] = {
              {&pair_.head().parameters[*index], NarrowingOf(alternative, excluded.parameter)}};
          const ParameterView outside[] = {{&pair_.base().parameters[*base_index], &excluded}};
          const FoundSent found = FindSent(inside, outside, pair_.now);
          const auto* sent = std::get_if<Sent>(&found);
          if (sent == nullptr) continue;
          if (auto call = NewCall({{excluded.parameter, *sent}})) return call;
        }
      }
    }
    return std::nullopt;
  }

  const ReportPair& pair_;
  const ReviewedCaller& caller_;
  Changes& changes_;
};

}  // namespace

void CompareRoles(const ReportPair& pair, Changes& changes) {
  for (const ReviewedCaller& caller : pair.callers) RoleComparison(pair, caller, changes).Compare();
}

}  // namespace querygate::review
