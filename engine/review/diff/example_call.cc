#include "engine/review/diff/example_call.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/contract/typed_order.h"
#include "engine/run/bind.h"

namespace querygate::review {
namespace {

constexpr std::size_t kMaxAttempts = 5'000;

Caller MakeCaller(const ReviewedCaller& reviewed, Arguments scope) {
  Caller caller;
  caller.kind = reviewed.kind;
  caller.scope = std::move(scope);
  if (reviewed.kind == Caller::Kind::kIdentified) caller.roles = {reviewed.role};
  return caller;
}

// The scope values that row scope needs, with a value of the type that the side declares for them.
Argument AnyScopeValue(const PolicySide& side, const std::string& name) {
  ScalarType type = ScalarType::kString;
  if (side.access.declaration) {
    for (const ScopeDeclaration& scope : side.access.declaration->scope) {
      if (scope.name.value == name) type = scope.type.value;
    }
  }
  switch (type) {
    case ScalarType::kInteger:
      return ToArgument(std::int64_t{1});
    case ScalarType::kBoolean:
      return ToArgument(true);
    case ScalarType::kDecimal:
      return ToArgument(Decimal{1, 0});
    case ScalarType::kDate:
      return ToArgument(*ParseDate("2000-01-01"));
    case ScalarType::kTimestamp:
      return ToArgument(*ParseTimestamp("2000-01-01T00:00:00Z"));
    case ScalarType::kString:
      break;
  }
  return ToArgument(std::string("a"));
}

void AddScope(Arguments& scope, const std::string& name, Argument value) {
  if (FindArgument(scope, name) == nullptr) scope.emplace_back(name, std::move(value));
}

// Instants and days at which a window of either side begins to be too long.
std::vector<TypedValue> WindowEnds(const CallQuestion& question) {
  std::vector<TypedValue> ends;
  for (const CompiledReport* report : {&question.report, question.other}) {
    if (report == nullptr) continue;
    for (const WindowRule& window : report->windows) {
      const std::int64_t milliseconds = window.max_milliseconds.value_or(0);
      for (const std::int64_t extra : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}}) {
        Instant end{question.now.seconds + milliseconds / 1000 + extra, 0};
        if (WithinCalendar(end)) ends.emplace_back(end);
        const std::int64_t days = milliseconds / 86'400'000 + extra;
        if (const auto day = AddDays(DateOf(question.now), days)) ends.emplace_back(*day);
      }
    }
  }
  // The shortest windows first: the smallest example is the best one.
  std::sort(ends.begin(), ends.end(), [](const TypedValue& a, const TypedValue& b) { return CompareTyped(a, b) < 0; });
  ends.insert(ends.begin(), {TypedValue(Instant{question.now.seconds, 0}), TypedValue(DateOf(question.now))});
  return ends;
}

bool InWindow(const CallQuestion& question, const std::string& parameter) {
  const auto bounds = [&parameter](const CompiledReport* report) {
    return report != nullptr &&
           std::any_of(report->windows.begin(), report->windows.end(), [&](const WindowRule& window) {
             return report->parameters[window.start].name == parameter ||
                    report->parameters[window.end].name == parameter;
           });
  };
  return bounds(&question.report) || bounds(question.other);
}

class CallSearch {
 public:
  CallSearch(const CallQuestion& question, const std::vector<TypedNarrowing>& narrowings) : question_(question) {
    const std::vector<TypedValue> near = WindowEnds(question);
    for (const ParameterSpec& spec : question.report.parameters) {
      const ParameterView view{&spec, NarrowingOf(narrowings, spec.name)};
      const auto fixed = question.fixed.find(spec.name);
      std::vector<Sent> sent =
          fixed == question.fixed.end() ? ExamplesOf(view, near, question.now) : std::vector<Sent>{fixed->second};
      // Only the ends of a window depend on each other; of anything else one good example is enough.
      if (sent.size() > 1 && !InWindow(question, spec.name)) sent.resize(1);
      choices_.push_back(std::move(sent));
    }
    AddRowScope();
    if (question.other != nullptr) AddScopeOfOther(near);
  }

  std::optional<ExampleCall> Find() {
    const bool hopeless = std::any_of(choices_.begin(), choices_.end(), [](const auto& sent) { return sent.empty(); });
    if (hopeless) return std::nullopt;
    std::vector<std::size_t> picks(choices_.size(), 0);
    for (std::size_t attempt = 0; attempt < kMaxAttempts; ++attempt) {
      ExampleCall call = Make(picks);
      if (Accepts(question_.side, question_.report, call, question_.now) &&
          (!question_.wanted || question_.wanted(call))) {
        return call;
      }
      if (!Advance(picks)) break;
    }
    return std::nullopt;
  }

 private:
  void AddRowScope() {
    for (const CompiledReport* report : {&question_.report, question_.other}) {
      if (report == nullptr) continue;
      for (const RowScope& table : report->row_scope) {
        for (const auto& [column, name] : table.columns) AddScope(scope_, name, AnyScopeValue(question_.side, name));
      }
    }
  }

  // What only the other side asks of the scope, so that its lack is not what a call fails for there.
  void AddScopeOfOther(const std::vector<TypedValue>& near) {
    for (const ParameterSpec& spec : question_.other->parameters) {
      if (!spec.from_scope || question_.fixed.contains(spec.name)) continue;
      const std::vector<Sent> examples = ExamplesOf({&spec, nullptr}, near, question_.now);
      if (!examples.empty() && examples.front()) AddScope(scope_, spec.name, *examples.front());
    }
  }

  bool Advance(std::vector<std::size_t>& picks) const {
    // The last one first: the end of a window moves before its start does.
    for (std::size_t index = picks.size(); index-- > 0;) {
      if (++picks[index] < choices_[index].size()) return true;
      picks[index] = 0;
    }
    return false;
  }

  ExampleCall Make(const std::vector<std::size_t>& picks) const {
    ExampleCall call{question_.caller, {}, {}};
    for (std::size_t index = 0; index < picks.size(); ++index) {
      const ParameterSpec& spec = question_.report.parameters[index];
      const Sent& sent = choices_[index][picks[index]];
      if (sent) (spec.from_scope ? call.scope : call.arguments).emplace_back(spec.name, *sent);
    }
    for (const auto& [name, value] : scope_) AddScope(call.scope, name, value);
    return call;
  }

  const CallQuestion& question_;
  std::vector<std::vector<Sent>> choices_;
  Arguments scope_;  // needed besides the parameters
};

}  // namespace

bool Accepts(const PolicySide& side, const CompiledReport& report, const ExampleCall& call, const Instant& now) {
  if (report.status == ReportStatus::kRetired) return false;
  const Caller caller = MakeCaller(call.caller, call.scope);
  const auto permission = Permit(side.access, caller, report);
  return permission && BindArguments(report, side.access, caller, *permission, call.arguments, now).has_value();
}

std::vector<std::vector<TypedNarrowing>> AlternativesOf(const PolicySide& side, const CompiledReport& report,
                                                        const ReviewedCaller& caller) {
  CompiledReport active = report;
  active.status = ReportStatus::kActive;
  Arguments scope;
  for (const RowScope& table : report.row_scope) {
    for (const auto& [column, name] : table.columns) AddScope(scope, name, AnyScopeValue(side, name));
  }
  for (const ParameterSpec& spec : report.parameters) {
    if (spec.from_scope) AddScope(scope, spec.name, ToArgument(std::string("a")));  // present is all that counts
  }
  auto permission = Permit(side.access, MakeCaller(caller, std::move(scope)), active);
  if (!permission) return {};
  return std::move(permission->alternatives);
}

const TypedNarrowing* NarrowingOf(const std::vector<TypedNarrowing>& narrowings, const std::string& parameter) {
  const auto found = std::find_if(narrowings.begin(), narrowings.end(), [&parameter](const TypedNarrowing& narrowing) {
    return narrowing.parameter == parameter;
  });
  return found == narrowings.end() ? nullptr : &*found;
}

std::optional<ExampleCall> FindCall(const CallQuestion& question) {
  for (const auto& narrowings : AlternativesOf(question.side, question.report, question.caller)) {
    if (auto call = CallSearch(question, narrowings).Find()) return call;
  }
  return std::nullopt;
}

}  // namespace querygate::review
