// What a client is told about how to be believed: RFC 6750 and RFC 9728.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/identity/token_fault.h"

namespace querygate {

struct ProtectedResource {
  std::string resource;  // the server's canonical address; empty: there is no authorization server to send clients to
  std::vector<std::string> authorization_servers;
  std::vector<std::string> scopes;
};

inline constexpr std::string_view kResourceMetadataPath = "/.well-known/oauth-protected-resource";

// The metadata document. Precondition: `resource` is not empty.
std::string ResourceMetadataJson(const ProtectedResource& resource);

// Where it is: the path of `resource` follows the well-known one.
std::string ResourceMetadataAddress(const ProtectedResource& resource);

// The path of `resource`; empty: it is at the root.
std::string ResourcePath(const ProtectedResource& resource);

enum class Denial {
  kUnauthenticated,    // 401
  kInsufficientScope,  // 403
  kUnavailable,        // 503: nothing was judged
};
Denial DenialOf(TokenFault fault);

// The value of WWW-Authenticate; empty for kUnavailable, where no other token would help. An `error` stands in it only
// when a token was sent. Why a token was refused is not told: its holder needs another one whatever the reason.
std::string ChallengeOf(TokenFault fault, const ProtectedResource& resource);

}  // namespace querygate
