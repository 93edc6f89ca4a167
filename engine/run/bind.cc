#include "engine/run/bind.h"

#include <algorithm>
#include <set>

namespace querygate {
namespace {

Rejection InvalidRequest(std::string reason, std::string subject) {
  return {RejectionKind::kInvalidRequest, std::move(reason), std::move(subject)};
}

Rejection ScopeUnavailable(std::string subject) {
  return {RejectionKind::kNotPermitted, "scope_unavailable", std::move(subject)};
}

const Argument* ArgumentFor(const ParameterSpec& spec, const Arguments& arguments, const Caller& caller) {
  return FindArgument(spec.from_scope ? caller.scope : arguments, spec.name);
}

// Whether one role's narrowings all admit what was sent. The values themselves are already known to be valid.
bool Admits(const std::vector<TypedNarrowing>& narrowings, const CompiledReport& report, const Arguments& arguments,
            const Caller& caller, const Instant& now) {
  return std::all_of(narrowings.begin(), narrowings.end(), [&](const TypedNarrowing& narrowing) {
    const auto index = report.FindParameter(narrowing.parameter);
    if (!index) return false;
    const ParameterSpec& spec = report.parameters[*index];
    return JudgeParameter(spec, ArgumentFor(spec, arguments, caller), now, &narrowing).has_value();
  });
}

// The length of a window; empty when either end was left out or the two are not comparable.
std::optional<std::int64_t> WindowNanoseconds(const BoundParameter& start, const BoundParameter& end, bool closed) {
  if (start.absent || end.absent || start.typed.size() != 1 || end.typed.size() != 1) return std::nullopt;
  if (const auto* from = std::get_if<Instant>(&start.typed[0])) {
    const auto* to = std::get_if<Instant>(&end.typed[0]);
    if (to == nullptr) return std::nullopt;
    return NanosecondsBetween(*from, *to);
  }
  const auto* from = std::get_if<Date>(&start.typed[0]);
  const auto* to = std::get_if<Date>(&end.typed[0]);
  if (from == nullptr || to == nullptr) return std::nullopt;
  // An inclusive end date covers the whole of its day.
  const std::int64_t days = std::int64_t{to->days} - from->days + (closed ? 1 : 0);
  constexpr std::int64_t kNanosecondsPerDay = 86'400'000'000'000;
  // Saturate: the calendar's whole span in nanoseconds does not fit 64 bits.
  constexpr std::int64_t kMaxDays = INT64_MAX / kNanosecondsPerDay;
  return std::clamp(days, -kMaxDays, kMaxDays) * kNanosecondsPerDay;
}

bool WindowHolds(const WindowRule& rule, const std::vector<BoundParameter>& parameters) {
  const BoundParameter& start = parameters[rule.start];
  const BoundParameter& end = parameters[rule.end];
  if (start.absent || end.absent) return !rule.max_milliseconds;  // open-ended, but never wider than a stated maximum
  const auto length = WindowNanoseconds(start, end, rule.closed);
  if (!length) return false;
  const bool instants = std::holds_alternative<Instant>(start.typed[0]);
  const bool ordered = rule.closed && instants ? *length >= 0 : *length > 0;
  if (!ordered) return false;
  if (!rule.max_milliseconds) return true;
  constexpr std::int64_t kNanosecondsPerMillisecond = 1'000'000;
  if (*rule.max_milliseconds > INT64_MAX / kNanosecondsPerMillisecond) return *length < INT64_MAX;
  return *length <= *rule.max_milliseconds * kNanosecondsPerMillisecond;
}

ScalarType ScopeType(const AccessRules& rules, const std::string& scope) {
  if (rules.declaration) {
    for (const ScopeDeclaration& declared : rules.declaration->scope) {
      if (declared.name.value == scope) return declared.type.value;
    }
  }
  return ScalarType::kString;  // the host's word on a command line, without an Access document
}

Expected<ScopeValues, Rejection> JudgeRowScope(const CompiledReport& report, const AccessRules& rules, const Caller& caller,
                                               const Instant& now) {
  ScopeValues values;
  for (const RowScope& table : report.row_scope) {
    for (const auto& [column, scope] : table.columns) {
      if (values.contains(scope)) continue;
      ParameterSpec spec;
      spec.name = scope;
      spec.type = ScopeType(rules, scope);
      spec.from_scope = true;
      auto bound = JudgeParameter(spec, FindArgument(caller.scope, scope), now, nullptr);
      if (!bound) return Unexpected(std::move(bound).error());
      if (bound->stored.size() != 1 || bound->stored[0].storage == StorageClass::kNull) {
        return Unexpected(ScopeUnavailable(scope));
      }
      values.emplace(scope, std::move(bound->stored[0]));
    }
  }
  return values;
}

}  // namespace

Expected<Bindings, Rejection> BindArguments(const CompiledReport& report, const AccessRules& rules, const Caller& caller,
                                            const Permission& permission, const Arguments& arguments, const Instant& now) {
  for (const auto& [name, argument] : arguments) {
    const auto index = report.FindParameter(name);
    if (!index || report.parameters[*index].from_scope) return Unexpected(InvalidRequest("unknown_argument", name));
  }

  Bindings bindings;
  bindings.parameters.reserve(report.parameters.size());
  for (const ParameterSpec& spec : report.parameters) {
    auto bound = JudgeParameter(spec, ArgumentFor(spec, arguments, caller), now, nullptr);
    if (!bound) return Unexpected(std::move(bound).error());
    bindings.parameters.push_back(*std::move(bound));
  }

  const bool admitted =
      std::any_of(permission.alternatives.begin(), permission.alternatives.end(),
                  [&](const auto& narrowings) { return Admits(narrowings, report, arguments, caller, now); });
  if (!admitted) return Unexpected(Rejection{RejectionKind::kNotPermitted, "not_permitted", report.id});

  for (const WindowRule& window : report.windows) {
    if (!WindowHolds(window, bindings.parameters)) {
      return Unexpected(InvalidRequest("invalid_window", report.parameters[window.start].name));
    }
  }

  auto scope = JudgeRowScope(report, rules, caller, now);
  if (!scope) return Unexpected(std::move(scope).error());
  bindings.scope = *std::move(scope);
  return bindings;
}

}  // namespace querygate
