// Whether the claims of a token whose signature is good say that it is for here and now.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/calendar.h"
#include "engine/identity/token_fault.h"
#include "engine/load/json_reader.h"

namespace querygate {

struct ClaimRules {
  std::vector<std::string> audience;  // `aud` must name one of these; never empty
  std::vector<std::string> scopes;    // `scope` (RFC 9068) or `scp` must name all of these
  std::chrono::milliseconds leeway{30'000};
};

// `exp`, `aud` and `sub` are required; `nbf` and `iat` hold where they are there. Times are seconds, with a fraction
// or without. Expired from the second `exp` on, plus the leeway.
std::optional<TokenRefusal> CheckClaims(const JsonValue& claims, const ClaimRules& rules, const Instant& now);

}  // namespace querygate
