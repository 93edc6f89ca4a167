// The keys of one issuer.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/expected.h"
#include "engine/identity/verification_key.h"

namespace querygate {

inline constexpr std::size_t kMaxKeySetBytes = 256 * 1024;
inline constexpr std::size_t kMaxKeys = 100;

// Immutable.
class KeySet {
 public:
  // A JSON Web Key Set. Keys of types, curves and uses that are not supported are passed over, as RFC 7517 has it; the
  // set is refused when none is left, when two keys have one `kid`, and when it holds a private key.
  static Expected<KeySet, std::string> Parse(std::string_view json);
  // One shared secret.
  static Expected<KeySet, std::string> OfSecret(std::string secret);

  // The key of that id. Without an id, the only key that fits the algorithm; null where there is none or several do.
  const VerificationKey* Find(const std::string* id, JwtAlgorithm algorithm) const;

  std::size_t size() const { return keys_.size(); }

 private:
  std::vector<VerificationKey> keys_;
};

}  // namespace querygate
