// Callers by their bearer tokens and JSON Web Tokens.
#pragma once

#include <memory>

#include "engine/identity/authentication.h"
#include "tools/server/authenticator.h"

namespace querygate::server {

class TokenAuthenticator final : public Authenticator {
 public:
  // `anonymous`: what the Access document says about requests without credentials.
  TokenAuthenticator(const Authentication& authentication, AnonymousCallers anonymous)
      : authentication_(authentication), anonymous_(anonymous) {}

  Expected<Identity, AuthenticationFault> Authenticate(std::optional<std::string_view> authorization,
                                                       std::string_view resource) const override;
  std::optional<std::string> ResourceMetadata(std::string_view resource) const override;

 private:
  const Authentication& authentication_;
  const AnonymousCallers anonymous_;
};

}  // namespace querygate::server
