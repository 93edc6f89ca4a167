#include "engine/identity/token_fault.h"

namespace querygate {

std::string_view NameOf(TokenFault fault) {
  switch (fault) {
    case TokenFault::kMissingCredentials:
      return "missing_credentials";
    case TokenFault::kUnsupportedScheme:
      return "unsupported_scheme";
    case TokenFault::kTooLarge:
      return "too_large";
    case TokenFault::kMalformedToken:
      return "malformed_token";
    case TokenFault::kRefusedHeader:
      return "refused_header";
    case TokenFault::kWrongType:
      return "wrong_type";
    case TokenFault::kUnsupportedAlgorithm:
      return "unsupported_algorithm";
    case TokenFault::kAlgorithmNotAllowed:
      return "algorithm_not_allowed";
    case TokenFault::kUnknownIssuer:
      return "unknown_issuer";
    case TokenFault::kUnknownKey:
      return "unknown_key";
    case TokenFault::kAlgorithmNotForKey:
      return "algorithm_not_for_key";
    case TokenFault::kBadSignature:
      return "bad_signature";
    case TokenFault::kMalformedClaims:
      return "malformed_claims";
    case TokenFault::kWrongAudience:
      return "wrong_audience";
    case TokenFault::kExpired:
      return "expired";
    case TokenFault::kNotYetValid:
      return "not_yet_valid";
    case TokenFault::kIssuedInFuture:
      return "issued_in_future";
    case TokenFault::kInsufficientScope:
      return "insufficient_scope";
    case TokenFault::kUnknownToken:
      return "unknown_token";
    case TokenFault::kKeysUnavailable:
      return "keys_unavailable";
  }
  return {};
}

}  // namespace querygate
