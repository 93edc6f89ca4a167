// Callers by their bearer tokens and JSON Web Tokens.
#pragma once

#include <memory>

#include "engine/identity/authentication.h"
#include "tools/server/authenticator.h"
#include "tools/server/served_gateway.h"

namespace querygate::server {

class TokenAuthenticator final : public Authenticator {
 public:
  // The Access document that is served says whether requests without credentials are somebody's. Both outlive it.
  TokenAuthenticator(const Authentication& authentication, const ServedGateway& gateway)
      : authentication_(authentication), gateway_(gateway) {}

  Expected<Identity, AuthenticationFault> Authenticate(std::optional<std::string_view> authorization,
                                                       std::string_view resource) const override;
  std::optional<std::string> ResourceMetadata(std::string_view resource) const override;

 private:
  const Authentication& authentication_;
  const ServedGateway& gateway_;
};

}  // namespace querygate::server
