#include "engine/run/verdict.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/run/admit.h"

namespace querygate {
namespace {

// One constraint of a parameter: how to take it away, and where it is declared.
struct Constraint {
  std::string_view name;
  void (*lift)(ParameterSpec& spec);
  std::optional<SourcePosition> (*position)(const ParameterDeclaration& declared);
};

std::optional<SourcePosition> PositionOf(const std::optional<Scalar>& bound) {
  return bound ? std::optional(bound->position) : std::nullopt;
}
template <typename T>
std::optional<SourcePosition> PositionOf(const std::optional<Located<T>>& bound) {
  return bound ? std::optional(bound->position) : std::nullopt;
}

constexpr auto kConstraints = std::to_array<Constraint>({
    {"enum", [](ParameterSpec& spec) { spec.choices.clear(); },
     [](const ParameterDeclaration& declared) {
       return declared.choices.empty() ? std::nullopt : std::optional(declared.choices.front().value.position);
     }},
    {"pattern", [](ParameterSpec& spec) { spec.pattern.reset(); },
     [](const ParameterDeclaration& declared) { return PositionOf(declared.pattern); }},
    {"min_length", [](ParameterSpec& spec) { spec.min_length.reset(); },
     [](const ParameterDeclaration& declared) { return PositionOf(declared.min_length); }},
    {"max_length", [](ParameterSpec& spec) { spec.max_length.reset(); },
     [](const ParameterDeclaration& declared) { return PositionOf(declared.max_length); }},
    {"min", [](ParameterSpec& spec) { spec.min.reset(); },
     [](const ParameterDeclaration& declared) { return PositionOf(declared.min); }},
    {"max", [](ParameterSpec& spec) { spec.max.reset(); },
     [](const ParameterDeclaration& declared) { return PositionOf(declared.max); }},
    {"max_items", [](ParameterSpec& spec) { spec.max_items = 1'000'000; },
     [](const ParameterDeclaration& declared) { return PositionOf(declared.max_items); }},
    {"store", [](ParameterSpec& spec) { spec.store = Store::kNative; },
     [](const ParameterDeclaration& declared) { return PositionOf(declared.store); }},
});

class Judge {
 public:
  Judge(const CompiledReport& report, const AccessRules& rules, const Caller& caller, const Arguments& arguments,
        const Instant& now)
      : report_(report), rules_(rules), caller_(caller), arguments_(arguments), now_(now) {}

  CallVerdict Run() {
    auto admitted = Admit(report_, rules_, caller_, arguments_, now_);
    if (admitted) {
      verdict_.accepted = true;
      verdict_.bound = std::move(admitted->parameters);
      ExplainPermission();
      return std::move(verdict_);
    }
    const Rejection& rejection = admitted.error();
    verdict_.reason = rejection.reason;
    if (rejection.kind == RejectionKind::kRetired) {
      Because(ReportFile(), report_.declaration->status_position.line, "status: retired");
    } else if (rejection.reason == "unknown_argument") {
      ExplainUnknown(rejection.subject);
    } else if (rejection.reason == "not_permitted") {
      ExplainNotPermitted();
    } else if (rejection.reason == "scope_unavailable") {
      ExplainScope(rejection.subject);
    } else if (rejection.reason == "invalid_window") {
      ExplainWindow(rejection.subject);
    } else {
      ExplainParameter(rejection.subject);
    }
    return std::move(verdict_);
  }

 private:
  const std::string& ReportFile() const { return report_.declaration->text->name(); }
  void Because(std::string file, int line, std::string says) {
    verdict_.because.push_back({std::move(file), line, std::move(says)});
  }

  const ParameterDeclaration* Declared(const std::string& name) const {
    for (const ParameterDeclaration& parameter : report_.declaration->parameters) {
      if (parameter.name.value == name) return &parameter;
    }
    return nullptr;
  }

  std::vector<std::string> RolesOfCaller() const {
    const AccessDeclaration& access = *rules_.declaration;
    std::vector<std::string> roles;
    switch (caller_.kind) {
      case Caller::Kind::kIdentified:
        return caller_.roles;
      case Caller::Kind::kAnonymous:
        if (access.anonymous) roles.push_back(access.anonymous->value);
        break;
      case Caller::Kind::kLocal:
        if (access.local) {
          for (const Located<std::string>& role : *access.local) roles.push_back(role.value);
        }
        break;
    }
    return roles;
  }

  // Of the roles that reach the report, the first that lets these arguments pass.
  void ExplainPermission() {
    const Audience audience = AudienceOf(rules_, report_);
    if (caller_.kind == Caller::Kind::kLocal && !audience.local.empty()) {
      Because(rules_.declaration ? rules_.declaration->text->name() : "", 0,
              "from the command line: " + audience.local);
      return;
    }
    for (const std::string& name : RolesOfCaller()) {
      for (const Audience::Role& role : audience.roles) {
        if (role.name != name || !Permits(name)) continue;
        verdict_.because.push_back(role.reports);
        for (const Clause& narrowing : role.narrowings) verdict_.because.push_back(narrowing);
        return;
      }
    }
  }

  // Whether the call would be accepted if the caller had this role alone.
  bool Permits(const std::string& role) const {
    Caller alone = caller_;
    alone.kind = Caller::Kind::kIdentified;
    alone.roles = {role};
    return Admit(report_, rules_, alone, arguments_, now_).has_value();
  }

  void ExplainNotPermitted() {
    if (!rules_.declaration) {
      Because("", 0, "without an access policy nobody but the host may call a report");
      return;
    }
    const AccessDeclaration& access = *rules_.declaration;
    const std::string& file = access.text->name();
    const Audience audience = AudienceOf(rules_, report_);
    const std::vector<std::string> roles = RolesOfCaller();
    bool reached = false;
    for (const std::string& name : roles) {
      for (const Audience::Role& role : audience.roles) {
        if (role.name != name) continue;
        reached = true;
        for (const Clause& narrowing : role.narrowings) {
          Because(narrowing.file, narrowing.line, "role " + name + " narrows " + narrowing.says);
        }
      }
    }
    if (reached) return;
    for (const std::string& name : roles) {
      const auto found = std::find_if(access.roles.begin(), access.roles.end(),
                                      [&](const RoleDeclaration& role) { return role.name.value == name; });
      if (found == access.roles.end()) {
        Because(file, 0, "no role is called " + name);
      } else {
        Because(file, found->name.position.line, "role " + name + " does not reach " + report_.id);
      }
    }
    if (roles.empty() && caller_.kind == Caller::Kind::kIdentified) {
      Because(file, 0, "the claim " + access.roles_claim + " gives the caller no role");
    }
    if (roles.empty() && caller_.kind == Caller::Kind::kAnonymous) Because(file, 0, "anonymous: none");
    for (const Audience::Role& role : audience.roles) verdict_.because.push_back(role.reports);
  }

  void ExplainUnknown(const std::string& name) {
    if (const ParameterDeclaration* declared = Declared(name)) {
      Because(ReportFile(), declared->name.position.line, name + " comes from scope, never from the caller");
    } else {
      Because(ReportFile(), 0, "the report has no parameter of that name");
    }
  }

  void ExplainWindow(const std::string& start) {
    for (const WindowDeclaration& window : report_.declaration->windows) {
      if (window.start.value != start) continue;
      Because(
          ReportFile(), window.position.line,
          "window " + window.start.value + " to " + window.end.value +
              (window.max ? ": the start comes first, and it is no longer than stated" : ": the start comes first"));
    }
  }

  void ExplainScope(const std::string& name) {
    if (const ParameterDeclaration* declared = Declared(name)) {
      Because(ReportFile(), declared->name.position.line, "parameter " + name + ": from: scope");
    }
    const SourceDeclaration& source = *report_.source->declaration;
    for (const SourceDeclaration::ScopedTable& table : source.row_scope) {
      for (const auto& [column, scope] : table.columns) {
        if (scope.value != name || report_.allowlist.FindTable(table.name.value) == nullptr) continue;
        Because(source.text->name(), column.position.line,
                "rows of " + table.name.value + " are filtered by " + column.value + " = scope " + name);
      }
    }
    if (!rules_.declaration) return;
    for (const ScopeDeclaration& scope : rules_.declaration->scope) {
      if (scope.name.value != name) continue;
      Because(
          rules_.declaration->text->name(), scope.name.position.line,
          "scope " + name + " is the claim " + scope.claim.value + ", type " + std::string(NameOf(scope.type.value)));
    }
  }

  void ExplainParameter(const std::string& name) {
    const auto index = report_.FindParameter(name);
    const ParameterDeclaration* declared = Declared(name);
    if (!index || declared == nullptr) return Because(ReportFile(), 0, "the declaration");
    const Argument* argument = FindArgument(arguments_, name);
    if (argument == nullptr) {
      return Because(ReportFile(), declared->name.position.line,
                     "parameter " + name + " is required and has no default");
    }
    bool found = false;
    for (const Constraint& constraint : kConstraints) {
      const auto position = constraint.position(*declared);
      if (!position) continue;
      ParameterSpec lifted = report_.parameters[*index];
      constraint.lift(lifted);
      if (!JudgeParameter(lifted, argument, now_, nullptr)) continue;
      Because(ReportFile(), position->line, "parameter " + name + ": " + std::string(constraint.name));
      found = true;
    }
    if (!found) {
      Because(
          ReportFile(), declared->type_position.line,
          "parameter " + name + ": type: " + std::string(NameOf(declared->type)) + (declared->list ? ", a list" : ""));
    }
  }

  const CompiledReport& report_;
  const AccessRules& rules_;
  const Caller& caller_;
  const Arguments& arguments_;
  const Instant& now_;
  CallVerdict verdict_;
};

}  // namespace

CallVerdict JudgeCall(const CompiledReport& report, const AccessRules& rules, const Caller& caller,
                      const Arguments& arguments, const Instant& now) {
  return Judge(report, rules, caller, arguments, now).Run();
}

}  // namespace querygate
