// Who is asking: the seam between the front ends and whatever verifies identities.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/argument.h"
#include "engine/base/expected.h"

namespace querygate::server {

// A caller, as the server knows it. Nothing here comes from a call's arguments.
struct Identity {
  std::string subject;                     // names the caller in logs and limits; empty: not known
  std::optional<std::string> claims_json;  // verified, one JSON object: roles and scope are read from it
  Arguments scope;                         // the host's own word, only where the host starts the server for one caller
  bool anonymous = false;                  // nobody said who asks: the role of `anonymous` in the Access document
};

// Why there is no identity, in the words of RFC 6750. Nothing of it may repeat the token.
struct AuthenticationFault {
  enum class Kind {
    kUnauthenticated,    // 401 unauthenticated: no credentials, or ones that are not accepted
    kInsufficientScope,  // 403 not_permitted: the token is good, but not for this server
    kUnavailable,        // 503 query_unavailable: the keys cannot be had; the credentials were not judged
  };
  Kind kind = Kind::kUnauthenticated;
  std::string challenge;  // the whole value of WWW-Authenticate; empty: the header is left out
  std::string cause;      // for the operator's log
};

// Thread-safe. May block, but no longer than a configured time: it is called on the threads that run reports.
class Authenticator {
 public:
  virtual ~Authenticator() = default;

  // `authorization`: the one Authorization header's value, or none. `resource`: the path that is asked for, such as
  // "/mcp" or "/v1/reports/parcels/units_by_zone", which a challenge may refer to.
  virtual Expected<Identity, AuthenticationFault> Authenticate(std::optional<std::string_view> authorization,
                                                               std::string_view resource) const = 0;

  // The OAuth protected-resource metadata (RFC 9728, JSON) of a resource's path; none where there is no authorization
  // server. It is served to anybody at /.well-known/oauth-protected-resource and below.
  virtual std::optional<std::string> ResourceMetadata(std::string_view resource) const = 0;
};

}  // namespace querygate::server
