#include "engine/identity/jwt_verifier.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/identity/compact_token.h"
#include "engine/identity/json_members.h"

namespace querygate {
namespace {

Unexpected<TokenRefusal> Refuse(TokenFault fault, std::string detail) {
  return Unexpected(TokenRefusal{fault, std::move(detail)});
}

// The set in which the key was found, to keep it alive.
struct FoundKey {
  IssuerKeys::Value set;
  const VerificationKey* key = nullptr;
};

// A key that is not there may have been added since: the set is read again once, as often as its times allow.
Expected<FoundKey, TokenRefusal> FindKey(const TrustedIssuer& issuer, const CompactToken& token) {
  const std::string* id = token.key_id ? &*token.key_id : nullptr;
  for (const bool again : {false, true}) {
    auto keys = again ? issuer.keys->GetNewer() : issuer.keys->Get();
    if (!keys) return Refuse(TokenFault::kKeysUnavailable, "the keys of " + issuer.name + ": " + keys.error());
    if (const VerificationKey* key = (*keys)->Find(id, token.algorithm)) return FoundKey{*std::move(keys), key};
  }
  return Refuse(TokenFault::kUnknownKey, issuer.name + " has no such key");
}

}  // namespace

const TrustedIssuer* JwtVerifier::FindIssuer(const std::string& issuer) const {
  const auto found =
      std::find_if(issuers_.begin(), issuers_.end(), [&](const TrustedIssuer& row) { return row.issuer == issuer; });
  return found == issuers_.end() ? nullptr : &*found;
}

Expected<VerifiedToken, TokenRefusal> JwtVerifier::Verify(std::string_view text) const {
  auto token = ReadCompactToken(text);
  if (!token) return Unexpected(std::move(token).error());
  // Not believed yet: it only picks which keys the token must have been signed with.
  const std::string* claimed = FindJsonText(token->claims, "iss");
  if (claimed == nullptr) return Refuse(TokenFault::kMalformedClaims, "`iss` is missing or of the wrong type");
  const TrustedIssuer* issuer = FindIssuer(*claimed);
  if (issuer == nullptr) return Refuse(TokenFault::kUnknownIssuer, "no configured issuer has that `iss`");
  const auto& allowed = issuer->algorithms;
  if (std::find(allowed.begin(), allowed.end(), token->algorithm) == allowed.end())
    return Refuse(TokenFault::kAlgorithmNotAllowed, "the algorithm is not listed for " + issuer->name);
  auto found = FindKey(*issuer, *token);
  if (!found) return Unexpected(std::move(found).error());
  if (!found->key->Fits(token->algorithm))
    return Refuse(TokenFault::kAlgorithmNotForKey, "the key of " + issuer->name + " is for another algorithm");
  if (!found->key->Verifies(token->algorithm, token->signing_input, token->signature))
    return Refuse(TokenFault::kBadSignature, "the signature does not fit");
  if (auto refusal = CheckClaims(token->claims, issuer->rules, clock_->WallNow()))
    return Unexpected(*std::move(refusal));
  return VerifiedToken{issuer->name, *FindJsonText(token->claims, "sub"), std::move(token->claims_json)};
}

std::vector<std::string> JwtVerifier::Check() const {
  std::vector<std::string> problems;
  for (const TrustedIssuer& issuer : issuers_) {
    if (auto keys = issuer.keys->Get(); !keys) problems.push_back("the keys of " + issuer.name + ": " + keys.error());
  }
  return problems;
}

}  // namespace querygate
