#include <algorithm>

#include "engine/run/verdict.h"

namespace querygate {
namespace {

const Located<std::string>* ReachingGlob(const RoleDeclaration& role, std::string_view report) {
  const auto found = std::find_if(role.reports.begin(), role.reports.end(), [report](const Located<std::string>& glob) {
    return MatchesGlob(glob.value, report);
  });
  return found == role.reports.end() ? nullptr : &*found;
}

std::string NarrowingText(const ParameterNarrowing& narrowing) {
  std::string text = narrowing.parameter.value + ":";
  for (std::size_t i = 0; i < narrowing.values.size(); ++i) {
    text += (i == 0 ? " one of " : ", ") + narrowing.values[i].text;
  }
  if (narrowing.min) text += " from " + narrowing.min->text;
  if (narrowing.max) text += " to " + narrowing.max->text;
  return text;
}

bool Names(const std::optional<std::vector<Located<std::string>>>& roles, const std::string& role) {
  return roles && std::any_of(roles->begin(), roles->end(),
                              [&](const Located<std::string>& name) { return name.value == role; });
}

}  // namespace

Audience AudienceOf(const AccessRules& rules, const CompiledReport& report) {
  Audience audience;
  const AccessDeclaration* access = rules.declaration.get();
  if (access == nullptr) {
    audience.local = "anyone, if the scope values it needs are given; there is no access policy";
    return audience;
  }
  for (const RoleDeclaration& declared : access->roles) {
    const Located<std::string>* glob = ReachingGlob(declared, report.id);
    if (glob == nullptr) continue;
    Audience::Role role;
    role.name = declared.name.value;
    role.reports = {access->text->name(), glob->position.line, "role " + role.name + " reaches " + glob->value};
    for (const ReportNarrowing& narrowing : declared.narrow) {
      if (narrowing.report.value != report.id) continue;
      for (const ParameterNarrowing& parameter : narrowing.parameters) {
        role.narrowings.push_back({access->text->name(), parameter.parameter.position.line, NarrowingText(parameter)});
      }
    }
    role.local = Names(access->local, role.name);
    role.anonymous = access->anonymous && access->anonymous->value == role.name;
    audience.roles.push_back(std::move(role));
  }
  if (!access->local)
    audience.local = "anyone, if the scope values it needs are given; the access policy has no `local`";
  return audience;
}

}  // namespace querygate
