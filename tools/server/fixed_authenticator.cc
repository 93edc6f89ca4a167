#include "tools/server/fixed_authenticator.h"

namespace querygate::server {

Expected<Identity, AuthenticationFault> FixedAuthenticator::Authenticate(std::optional<std::string_view> authorization,
                                                                         std::string_view /*resource*/) const {
  if (!authorization) return identity_;
  return Unexpected(AuthenticationFault{AuthenticationFault::Kind::kUnauthenticated, R"(Bearer error="invalid_token")",
                                        "credentials were sent, and no identity is configured to judge them"});
}

std::optional<std::string> FixedAuthenticator::ResourceMetadata(std::string_view /*resource*/) const {
  return std::nullopt;
}

Identity AnonymousIdentity() {
  Identity identity;
  identity.anonymous = true;
  return identity;
}

}  // namespace querygate::server
