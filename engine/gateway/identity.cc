#include "engine/gateway/identity.h"

#include <optional>
#include <utility>

#include "engine/load/arguments.h"

namespace querygate {
namespace {

// A claim that holds roles: a list of strings, or one string.
Expected<std::vector<std::string>, std::string> ReadRoles(const Argument& claim) {
  if (claim.kind == Argument::Kind::kString) return std::vector{claim.text};
  std::vector<std::string> roles;
  if (claim.kind != Argument::Kind::kArray) return Unexpected(std::string("the roles claim is not a list of strings"));
  for (const Argument& item : claim.items) {
    if (item.kind != Argument::Kind::kString) return Unexpected(std::string("the roles claim is not a list of strings"));
    roles.push_back(item.text);
  }
  return roles;
}

}  // namespace

Expected<Caller, std::string> MakeCaller(const HostIdentity& identity, const AccessRules& rules, bool on_host) {
  Caller caller;
  caller.on_host = on_host;
  caller.scope = identity.scope;
  if (!identity.claims_json) {
    if (identity.anonymous) caller.kind = Caller::Kind::kAnonymous;
    return caller;
  }

  caller.kind = Caller::Kind::kIdentified;
  auto claims = Claims::Parse(*identity.claims_json);
  if (!claims) return Unexpected("the identity is not usable: " + claims.error());
  const std::string roles_claim = rules.declaration ? rules.declaration->roles_claim : "roles";
  if (const Argument* claim = claims->Find(roles_claim)) {
    auto roles = ReadRoles(*claim);
    if (!roles) return Unexpected("the identity is not usable: " + roles.error());
    caller.roles = *std::move(roles);
  }
  if (rules.declaration) {
    for (const ScopeDeclaration& scope : rules.declaration->scope) {
      if (FindArgument(caller.scope, scope.name.value) != nullptr) continue;  // the host's own word wins
      if (const Argument* claim = claims->Find(scope.claim.value)) caller.scope.emplace_back(scope.name.value, *claim);
    }
  }
  return caller;
}

}  // namespace querygate
