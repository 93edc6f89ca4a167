// JSON Web Tokens of the configured issuers.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/deadline.h"
#include "engine/base/expected.h"
#include "engine/identity/claim_check.h"
#include "engine/identity/key_set.h"
#include "engine/identity/refreshed.h"
#include "engine/identity/token_fault.h"

namespace querygate {

using IssuerKeys = Refreshed<KeySet>;

struct TrustedIssuer {
  std::string name;
  std::string issuer;                    // `iss`
  std::vector<JwtAlgorithm> algorithms;  // the allow-list
  ClaimRules rules;
  std::unique_ptr<IssuerKeys> keys;
};

struct VerifiedToken {
  std::string issuer_name;  // as the configuration calls it
  std::string subject;      // `sub`
  std::string claims_json;
};

// Thread-safe. May wait for keys to be read.
class JwtVerifier {
 public:
  JwtVerifier(std::vector<TrustedIssuer> issuers, std::shared_ptr<const Clock> clock)
      : issuers_(std::move(issuers)), clock_(std::move(clock)) {}

  Expected<VerifiedToken, TokenRefusal> Verify(std::string_view token) const;

  // A line for each issuer whose keys cannot be had now.
  std::vector<std::string> Check() const;

 private:
  const TrustedIssuer* FindIssuer(const std::string& issuer) const;

  std::vector<TrustedIssuer> issuers_;
  std::shared_ptr<const Clock> clock_;
};

}  // namespace querygate
