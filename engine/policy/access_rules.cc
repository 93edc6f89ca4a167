#include "engine/policy/access_rules.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/policy/compile_context.h"
#include "engine/policy/names.h"
#include "engine/policy/typed_narrowing.h"

namespace querygate {
namespace {

using compiling::Findings;
using compiling::IsSnakeCase;
using compiling::NameHelp;
using compiling::Quoted;

bool IsGlob(std::string_view glob) {
  const auto allowed = [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9') || character == '_' ||
           character == '/' || character == '*';
  };
  return !glob.empty() && glob.front() != '/' && glob.back() != '/' && glob.find("//") == std::string_view::npos &&
         std::all_of(glob.begin(), glob.end(), allowed);
}

bool Reaches(const RoleDeclaration& role, std::string_view report) {
  return std::any_of(role.reports.begin(), role.reports.end(),
                     [report](const Located<std::string>& glob) { return MatchesGlob(glob.value, report); });
}

const RoleDeclaration* FindRole(const AccessDeclaration& declaration, std::string_view name) {
  const auto found = std::find_if(declaration.roles.begin(), declaration.roles.end(),
                                  [name](const RoleDeclaration& role) { return role.name.value == name; });
  return found == declaration.roles.end() ? nullptr : &*found;
}

const ReportNarrowing* FindNarrowing(const RoleDeclaration& role, std::string_view report) {
  const auto found = std::find_if(role.narrow.begin(), role.narrow.end(), [report](const ReportNarrowing& narrowing) {
    return narrowing.report.value == report;
  });
  return found == role.narrow.end() ? nullptr : &*found;
}

void CheckUnique(Findings& findings, std::set<std::string>& seen, const Located<std::string>& name,
                 std::string_view what) {
  if (seen.insert(name.value).second) return;
  findings.Add("duplicate-name", name.position, std::string(what) + " " + Quoted(name.value) + " is declared twice",
               "merge the two entries");
}

void CheckKnownRole(Findings& findings, const AccessDeclaration& declaration, const Located<std::string>& role) {
  if (FindRole(declaration, role.value) != nullptr) return;
  std::vector<std::string> names;
  for (const RoleDeclaration& known : declaration.roles) names.push_back(known.name.value);
  findings.Add("unknown-role", role.position, "no role is called " + Quoted(role.value),
               NameHelp(role.value, names, "roles"));
}

void CheckRole(Findings& findings, const RoleDeclaration& role) {
  for (const Located<std::string>& glob : role.reports) {
    if (IsGlob(glob.value)) continue;
    findings.Add("invalid-value", glob.position, Quoted(glob.value) + " matches no report id",
                 "write an id, or a glob: `*` within a segment, `**` across segments");
  }
  std::set<std::string> reports;
  for (const ReportNarrowing& narrowing : role.narrow) {
    CheckUnique(findings, reports, narrowing.report, "report");
    if (!Reaches(role, narrowing.report.value)) {
      findings.Add("invalid-narrowing", narrowing.report.position,
                   "role " + Quoted(role.name.value) + " does not reach " + Quoted(narrowing.report.value),
                   "add the report to the role's `reports`, or remove the narrowing");
    }
    std::set<std::string> parameters;
    for (const ParameterNarrowing& parameter : narrowing.parameters) {
      CheckUnique(findings, parameters, parameter.parameter, "parameter");
    }
  }
}

Rejection NotPermitted(std::string subject) {
  return {RejectionKind::kNotPermitted, "not_permitted", std::move(subject)};
}

// The scope values that a call of this report cannot do without.
std::vector<std::string> RequiredScope(const CompiledReport& report) {
  std::vector<std::string> names;
  for (const RowScope& scope : report.row_scope) {
    for (const auto& [column, name] : scope.columns) names.push_back(name);
  }
  for (const ParameterSpec& spec : report.parameters) {
    if (spec.from_scope && !spec.default_value) names.push_back(spec.name);
  }
  return names;
}

Expected<Permission, Rejection> PermitWithoutRoles(const Caller& caller, const CompiledReport& report) {
  for (const std::string& name : RequiredScope(report)) {
    if (FindArgument(caller.scope, name) == nullptr) return Unexpected(NotPermitted(report.id));
  }
  Permission permission;
  permission.alternatives.emplace_back();
  return permission;
}

std::vector<std::string> RolesOf(const AccessDeclaration& declaration, const Caller& caller) {
  std::vector<std::string> roles;
  switch (caller.kind) {
    case Caller::Kind::kLocal:
      if (declaration.local) {
        for (const Located<std::string>& role : *declaration.local) roles.push_back(role.value);
      }
      break;
    case Caller::Kind::kIdentified:
      roles = caller.roles;
      break;
    case Caller::Kind::kAnonymous:
      if (declaration.anonymous) roles.push_back(declaration.anonymous->value);
      break;
  }
  return roles;
}

}  // namespace

Compiled<AccessRules> CompileAccess(std::shared_ptr<const AccessDeclaration> declaration) {
  Compiled<AccessRules> compiled;
  if (declaration != nullptr) {
    Findings findings(declaration->text);
    std::set<std::string> roles;
    for (const RoleDeclaration& role : declaration->roles) {
      CheckUnique(findings, roles, role.name, "role");
      CheckRole(findings, role);
    }
    if (declaration->anonymous) CheckKnownRole(findings, *declaration, *declaration->anonymous);
    if (declaration->local) {
      for (const Located<std::string>& role : *declaration->local) CheckKnownRole(findings, *declaration, role);
    }
    std::set<std::string> scopes;
    for (const ScopeDeclaration& scope : declaration->scope) {
      CheckUnique(findings, scopes, scope.name, "scope value");
      if (IsSnakeCase(scope.name.value)) continue;
      findings.Add("invalid-value", scope.name.position, Quoted(scope.name.value) + " is not a scope name",
                   "scope names match [a-z][a-z0-9_]*");
    }
    compiled.diagnostics = findings.Take();
  }
  if (HasErrors(compiled.diagnostics)) return compiled;
  compiled.value = std::make_shared<const AccessRules>(AccessRules{std::move(declaration)});
  return compiled;
}

Expected<Permission, Rejection> Permit(const AccessRules& rules, const Caller& caller, const CompiledReport& report) {
  const bool local = caller.kind == Caller::Kind::kLocal;
  if (report.status == ReportStatus::kDraft && !local && !caller.on_host) return Unexpected(NotPermitted(report.id));
  const AccessDeclaration* declaration = rules.declaration.get();
  if (local && (declaration == nullptr || !declaration->local)) return PermitWithoutRoles(caller, report);
  if (declaration == nullptr) return Unexpected(NotPermitted(report.id));

  Permission permission;
  for (const std::string& name : RolesOf(*declaration, caller)) {
    const RoleDeclaration* role = FindRole(*declaration, name);
    if (role == nullptr || !Reaches(*role, report.id)) continue;
    const ReportNarrowing* narrowing = FindNarrowing(*role, report.id);
    if (narrowing == nullptr) {
      permission.alternatives.emplace_back();
      continue;
    }
    // A narrowing that cannot be understood must not become a wider right: the role then permits nothing.
    if (auto typed = TypeNarrowings(*narrowing, report, nullptr)) permission.alternatives.push_back(*std::move(typed));
  }
  if (permission.alternatives.empty()) return Unexpected(NotPermitted(report.id));
  return permission;
}

Diagnostics CheckNarrowings(const AccessRules& rules, const CompiledReport& report) {
  if (rules.declaration == nullptr) return {};
  Findings findings(rules.declaration->text);
  for (const RoleDeclaration& role : rules.declaration->roles) {
    const ReportNarrowing* narrowing = FindNarrowing(role, report.id);
    if (narrowing != nullptr) TypeNarrowings(*narrowing, report, &findings);
  }
  return findings.Take();
}

Diagnostics CheckAccessedReports(const AccessRules& rules, const std::vector<std::string>& report_ids) {
  if (rules.declaration == nullptr) return {};
  Findings findings(rules.declaration->text);
  for (const RoleDeclaration& role : rules.declaration->roles) {
    for (const ReportNarrowing& narrowing : role.narrow) {
      const std::string& id = narrowing.report.value;
      if (std::find(report_ids.begin(), report_ids.end(), id) != report_ids.end()) continue;
      findings.Add("invalid-narrowing", narrowing.report.position, "there is no report " + Quoted(id),
                   NameHelp(id, report_ids, "reports"));
    }
  }
  return findings.Take();
}

Diagnostics CheckScopeNames(const AccessRules& rules, const CompiledReport& report) {
  if (rules.declaration == nullptr) return {};
  std::vector<std::string> known;
  for (const ScopeDeclaration& scope : rules.declaration->scope) known.push_back(scope.name.value);
  const auto unknown = [&known](const std::string& name) {
    return std::find(known.begin(), known.end(), name) == known.end();
  };
  Diagnostics diagnostics;
  Findings in_report(report.declaration->text);
  for (const ParameterDeclaration& parameter : report.declaration->parameters) {
    if (!parameter.from_scope || parameter.default_value || !unknown(parameter.name.value)) continue;
    in_report.Add("unknown-scope", parameter.name.position,
                  "no policy says where the scope value " + Quoted(parameter.name.value) + " comes from",
                  "add it to `scope` in policies/access.yaml, or give the parameter a default");
  }
  Findings in_source(report.source->declaration->text);
  for (const SourceDeclaration::ScopedTable& table : report.source->declaration->row_scope) {
    for (const auto& [column, name] : table.columns) {
      if (!unknown(name.value)) continue;
      in_source.Add("unknown-scope", name.position,
                    "no policy says where the scope value " + Quoted(name.value) + " comes from",
                    "add it to `scope` in policies/access.yaml");
    }
  }
  diagnostics = in_report.Take();
  for (Diagnostic& diagnostic : in_source.Take()) diagnostics.push_back(std::move(diagnostic));
  return diagnostics;
}

}  // namespace querygate
