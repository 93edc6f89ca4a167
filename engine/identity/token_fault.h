// Why a caller is not believed.
#pragma once

#include <string>
#include <string_view>

namespace querygate {

enum class TokenFault {
  kMissingCredentials,    // there is no Authorization header
  kUnsupportedScheme,     // it is not `Bearer TOKEN`
  kTooLarge,              // of the token
  kMalformedToken,        // not three parts, not base64url, a header or claims that are no strict JSON object
  kRefusedHeader,         // one that names a key, or says that it must be understood
  kWrongType,             // `typ` is another kind of token
  kUnsupportedAlgorithm,  // none, or one that is not built in
  kAlgorithmNotAllowed,   // built in, but not listed for the issuer
  kUnknownIssuer,
  kUnknownKey,
  kAlgorithmNotForKey,  // the key is of another type, or for another algorithm
  kBadSignature,
  kMalformedClaims,  // a registered claim is missing or is of another type than it must be
  kWrongAudience,
  kExpired,
  kNotYetValid,
  kIssuedInFuture,
  kInsufficientScope,
  kUnknownToken,     // of the token file
  kKeysUnavailable,  // the caller was not judged: keys or tokens cannot be read
};

// "missing_credentials", …: for logs and tests.
std::string_view NameOf(TokenFault fault);

struct TokenRefusal {
  TokenFault fault = TokenFault::kMissingCredentials;
  std::string detail;  // one line for the operator; never the token or a part of it
};

}  // namespace querygate
