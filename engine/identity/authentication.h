// Who sent a request: from its Authorization header to a caller that policies can judge.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/deadline.h"
#include "engine/base/expected.h"
#include "engine/declaration/identity.h"
#include "engine/identity/jwt_verifier.h"
#include "engine/identity/protected_resource.h"
#include "engine/identity/token_fault.h"
#include "engine/identity/token_table.h"

namespace querygate {

struct AuthenticatedCaller {
  std::string subject;  // "token:NAME" or "ISSUER:SUB"; empty when anonymous
  std::optional<std::string> claims_json;
  bool anonymous = false;
};

// Whether a request without credentials is one of an anonymous caller: the Access document decides.
enum class AnonymousCallers { kRefuse, kAccept };

// Thread-safe. Files are read again when they are older than two seconds, key sets from an address when they are older
// than five minutes; a key set also when a token names a key that it does not have.
class Authentication {
 public:
  // Relative paths of the declaration start at `directory`; empty: the working directory.
  Authentication(const IdentityDeclaration& declaration, const std::string& directory,
                 std::shared_ptr<const Clock> clock);

  // `authorization`: the one Authorization header's value, or none. Credentials that are sent are judged; they are
  // never ignored in favour of an anonymous caller. May wait for keys.
  Expected<AuthenticatedCaller, TokenRefusal> Authenticate(std::optional<std::string_view> authorization,
                                                           AnonymousCallers anonymous) const;

  const ProtectedResource& resource() const { return resource_; }

  // A line for each file or address that cannot be used now, for the operator.
  std::vector<std::string> Check() const;

 private:
  Expected<AuthenticatedCaller, TokenRefusal> AuthenticateToken(std::string_view token) const;

  ProtectedResource resource_;
  std::unique_ptr<Refreshed<TokenTable>> tokens_;  // null: there is no token file
  JwtVerifier jwt_;
};

}  // namespace querygate
