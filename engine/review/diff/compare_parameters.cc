// What a caller may send: names, values, lists, defaults, and what may be left out.
#include <algorithm>
#include <optional>

#include "engine/render/type_words.h"
#include "engine/review/diff/call_words.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

const ParameterSpec* Find(const CompiledReport& report, const std::string& name) {
  const auto index = report.FindParameter(name);
  return index ? &report.parameters[*index] : nullptr;
}

void Place(Change& change, const CompiledReport& report, const std::string& name) {
  for (const ParameterDeclaration& declared : report.declaration->parameters) {
    if (declared.name.value == name) Changes::Locate(change, *report.declaration->text, declared.name.position);
  }
}

bool SameDefault(const std::optional<ParameterDefault>& a, const std::optional<ParameterDefault>& b) {
  if (a.has_value() != b.has_value()) return false;
  return !a || (a->relative == b->relative && a->values == b->values);
}

std::string Accepted(const ParameterSpec& spec) {
  std::string text = AcceptedValues(spec);
  if (spec.from_scope) text += ", from the scope";
  if (spec.default_value) {
    text += ", default " + spec.default_value->spelling;
  } else if (spec.optional) {
    text += ", optional";
  }
  return text;
}

class ParameterComparison {
 public:
  ParameterComparison(const ReportPair& pair, Changes& changes) : pair_(pair), changes_(changes) {}

  void Compare() {
    for (const ParameterSpec& head : pair_.head().parameters) {
      const ParameterSpec* base = Find(pair_.base(), head.name);
      base == nullptr ? Added(head) : Both(*base, head);
    }
    for (const ParameterSpec& base : pair_.base().parameters) {
      if (Find(pair_.head(), base.name) == nullptr) Removed(base);
    }
  }

 private:
  // Adds the smallest call and who may make it. Where no role can use what is new, nothing is widened yet.
  void Gain(Change& change, const std::string& name, const Sent& sent) {
    bool possible = false;
    for (const ReviewedCaller& caller : pair_.callers) {
      if (!IsServedTo(caller)) continue;
      const ParameterSpec* head = Find(pair_.head(), name);
      for (const auto& narrowings : AlternativesOf(pair_.head_side, pair_.head(), caller)) {
        if (head != nullptr && !Takes({head, NarrowingOf(narrowings, name)}, sent, pair_.now)) continue;
        possible = true;
        change.callers.push_back(NameOf(caller));
        break;
      }
      if (change.call || change.callers.empty() || change.callers.back() != NameOf(caller)) continue;
      CallQuestion question{pair_.head_side, pair_.head(), &pair_.base(), caller, pair_.now};
      if (head != nullptr) question.fixed[name] = sent;
      change.call = FindCall(question);
      // Another change may have closed what this one opens.
      if (change.call && Accepts(pair_.base_side, pair_.base(), *change.call, pair_.now)) change.call.reset();
    }
    if (possible) return;
    change.effects.widens = false;
    change.text += " (no caller may use it yet)";
  }

  bool IsServedTo(const ReviewedCaller& caller) const {
    const ReportStatus status = pair_.head().status;
    return status != ReportStatus::kRetired && (status != ReportStatus::kDraft || caller.kind == Caller::Kind::kLocal);
  }

  void Added(const ParameterSpec& head) {
    const ParameterView views[] = {{&head, nullptr}};
    const bool left_out = Takes(views[0], std::nullopt, pair_.now);
    Effects effects;
    effects.narrows = effects.breaks = !left_out;
    effects.widens = !head.from_scope;  // the name itself was an unknown argument
    Change& change = changes_.Add(head.name, effects, "new parameter: " + Accepted(head));
    Place(change, pair_.head(), head.name);
    if (head.from_scope) return;
    ParameterSpec required = head;
    required.optional = false;
    required.default_value.reset();
    const ParameterView sent_views[] = {{&required, nullptr}};
    const FoundSent found = FindSent(sent_views, {}, pair_.now);
    if (const auto* sent = std::get_if<Sent>(&found)) Gain(change, head.name, *sent);
  }

  void Removed(const ParameterSpec& base) {
    const ParameterView view{&base, nullptr};
    Effects effects;
    effects.widens = !Takes(view, std::nullopt, pair_.now);
    effects.breaks = !base.from_scope;
    Change& change = changes_.Add(base.name, effects, "parameter removed: " + Accepted(base));
    Place(change, pair_.base(), base.name);
    if (effects.widens) Gain(change, base.name, std::nullopt);
  }

  void Both(const ParameterSpec& base, const ParameterSpec& head) {
    const ParameterView base_view[] = {{&base, nullptr}};
    const ParameterView head_view[] = {{&head, nullptr}};
    const FoundSent gained = FindSent(head_view, base_view, pair_.now);
    const FoundSent lost = FindSent(base_view, head_view, pair_.now);
    Effects effects;
    effects.widens = std::holds_alternative<Sent>(gained);
    effects.narrows = !std::holds_alternative<NoValue>(lost);  // what is undecided may be lost
    std::string text = Accepted(head) + "; before: " + Accepted(base);
    if (const auto* undecided = std::get_if<Undecided>(&gained)) {
      effects.unclear = true;
      text += " (" + undecided->why + ")";
    }
    if (base.type != head.type || base.list != head.list) effects.breaks = true;
    // A default that is gone, or a caller's own choice that is now the host's, stops calls that worked.
    const bool needed = Takes(base_view[0], std::nullopt, pair_.now) && !Takes(head_view[0], std::nullopt, pair_.now);
    if (needed) effects.breaks = true;
    if (base.from_scope != head.from_scope) {
      (head.from_scope ? effects.narrows : effects.widens) = true;
      if (head.from_scope) effects.breaks = true;
    }
    if (effects.any() || Accepted(base) != Accepted(head)) {
      Change& change = changes_.Add(head.name, effects, text);
      Place(change, pair_.head(), head.name);
      if (effects.widens) GainOf(change, base, head, gained);
      if (const auto* sent = std::get_if<Sent>(&lost)) {
        change.text += *sent ? "; newly refused, for example: " + ValueWords(**sent) : "; it can no longer be left out";
      }
    }
    CompareMeaning(base, head);
  }

  void GainOf(Change& change, const ParameterSpec& base, const ParameterSpec& head, const FoundSent& gained) {
    if (base.from_scope && !head.from_scope) {
      ParameterSpec required = head;
      required.optional = false;
      required.default_value.reset();
      const ParameterView views[] = {{&required, nullptr}};
      const FoundSent any = FindSent(views, {}, pair_.now);
      if (const auto* sent = std::get_if<Sent>(&any)) return Gain(change, head.name, *sent);
    }
    if (const auto* sent = std::get_if<Sent>(&gained)) Gain(change, head.name, *sent);
  }

  // What the same accepted value stands for.
  void CompareMeaning(const ParameterSpec& base, const ParameterSpec& head) {
    if (base.store != head.store || (base.type == head.type && base.scale != head.scale)) {
      Place(changes_.Add(head.name, kUnclear,
                         "it is bound in another form: " + StoreWords(head) + "; before: " + StoreWords(base)),
            pair_.head(), head.name);
    }
    if (base.default_value && head.default_value && !SameDefault(base.default_value, head.default_value)) {
      const Effects effects = head.from_scope ? kUnclear : kBreaks;
      Place(changes_.Add(head.name, effects,
                         "calls that leave it out are answered for " + head.default_value->spelling +
                             "; before: " + base.default_value->spelling),
            pair_.head(), head.name);
    }
    if (Takes({&base, nullptr}, std::nullopt, pair_.now) && Takes({&head, nullptr}, std::nullopt, pair_.now) &&
        base.default_value.has_value() != head.default_value.has_value()) {
      // Left out, an optional parameter is bound as NULL, which commonly means anything.
      Effects effects = kBreaks;
      (head.default_value ? effects.narrows : effects.unclear) = true;
      Place(changes_.Add(head.name, effects,
                         "calls that leave it out are answered for " +
                             (head.default_value ? head.default_value->spelling : "any value") +
                             "; before: " + (base.default_value ? base.default_value->spelling : "any value")),
            pair_.head(), head.name);
    }
    if (base.missing_reason != head.missing_reason || base.invalid_reason != head.invalid_reason) {
      Place(
          changes_.Add(head.name, kBreaks, "its reason is " + head.invalid_reason + "; before: " + base.invalid_reason),
          pair_.head(), head.name);
    }
  }

  static std::string StoreWords(const ParameterSpec& spec) {
    std::string words = spec.store == Store::kNone ? "as it is" : std::string(NameOf(spec.store));
    if (spec.type == ScalarType::kDecimal) words += " with scale " + std::to_string(spec.scale);
    return words;
  }

  const ReportPair& pair_;
  Changes& changes_;
};

}  // namespace

void CompareParameters(const ReportPair& pair, Changes& changes) { ParameterComparison(pair, changes).Compare(); }

}  // namespace querygate::review
