#include "tools/server/token_authenticator.h"

#include <string>
#include <utility>

namespace querygate::server {
namespace {

AuthenticationFault::Kind KindOf(Denial denial) {
  switch (denial) {
    case Denial::kUnauthenticated:
      return AuthenticationFault::Kind::kUnauthenticated;
    case Denial::kInsufficientScope:
      return AuthenticationFault::Kind::kInsufficientScope;
    case Denial::kUnavailable:
      break;
  }
  return AuthenticationFault::Kind::kUnavailable;
}

AnonymousCallers AnonymousIn(const Gateway& gateway) {
  Diagnostics ignored;
  const auto access = gateway.Access(ignored);
  const bool accepted = access && access->declaration && access->declaration->anonymous;
  return accepted ? AnonymousCallers::kAccept : AnonymousCallers::kRefuse;
}

}  // namespace

Expected<Identity, AuthenticationFault> TokenAuthenticator::Authenticate(std::optional<std::string_view> authorization,
                                                                         std::string_view /*resource*/) const {
  const auto anonymous = authorization ? AnonymousCallers::kRefuse : AnonymousIn(*gateway_.Current());
  auto caller = authentication_.Authenticate(authorization, anonymous);
  if (!caller) {
    const TokenRefusal& refusal = caller.error();
    std::string cause(NameOf(refusal.fault));
    if (!refusal.detail.empty()) cause += ": " + refusal.detail;
    return Unexpected(AuthenticationFault{KindOf(DenialOf(refusal.fault)),
                                          ChallengeOf(refusal.fault, authentication_.resource()), std::move(cause)});
  }
  Identity identity;
  identity.subject = std::move(caller->subject);
  identity.claims_json = std::move(caller->claims_json);
  identity.anonymous = caller->anonymous;
  return identity;
}

std::optional<std::string> TokenAuthenticator::ResourceMetadata(std::string_view resource) const {
  const ProtectedResource& described = authentication_.resource();
  if (described.resource.empty()) return std::nullopt;
  if (!resource.empty() && resource != ResourcePath(described)) return std::nullopt;
  return ResourceMetadataJson(described);
}

}  // namespace querygate::server
