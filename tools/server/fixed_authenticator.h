// The same identity for everybody: what the host says about its one caller, or nobody in particular.
#pragma once

#include <utility>

#include "tools/server/authenticator.h"

namespace querygate::server {

// Without credentials the given identity is answered. Credentials that nothing here can judge are refused rather than
// ignored: their sender believes that they matter.
class FixedAuthenticator final : public Authenticator {
 public:
  explicit FixedAuthenticator(Identity identity) : identity_(std::move(identity)) {}

  Expected<Identity, AuthenticationFault> Authenticate(std::optional<std::string_view> authorization,
                                                       std::string_view resource) const override;
  std::optional<std::string> ResourceMetadata(std::string_view resource) const override;

 private:
  Identity identity_;
};

// Anonymous: the Access document's role for callers that nobody knows.
Identity AnonymousIdentity();

}  // namespace querygate::server
