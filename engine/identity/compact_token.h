// A JSON Web Token in compact form (RFC 7515, section 7.1), taken apart and not yet believed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/expected.h"
#include "engine/declaration/identity.h"
#include "engine/identity/token_fault.h"
#include "engine/load/json_reader.h"

namespace querygate {

inline constexpr std::size_t kMaxTokenBytes = 16 * 1024;
inline constexpr std::size_t kMaxTokenHeaderBytes = 4 * 1024;

struct CompactToken {
  JwtAlgorithm algorithm{};
  std::optional<std::string> key_id;
  std::string claims_json;         // strict JSON
  JsonValue claims;                // an object
  std::string_view signing_input;  // into the text that was read
  std::string signature;           // bytes
};

// Accepts one spelling of each token only: three parts of strict base64url, strict JSON with distinct keys. A header
// that names a key itself (jwk, jku, x5c, x5u), nests a token (cty), or says that it must be understood (crit) is
// refused: keys come from the configuration alone.
Expected<CompactToken, TokenRefusal> ReadCompactToken(std::string_view token);

}  // namespace querygate
