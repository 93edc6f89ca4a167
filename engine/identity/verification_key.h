// A key that signatures are checked with.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/expected.h"
#include "engine/declaration/identity.h"
#include "engine/load/json_reader.h"

namespace querygate {

inline constexpr std::size_t kLeastSecretBytes = 32;

// Immutable; copies share the key.
class VerificationKey {
 public:
  // Of a JSON Web Key (RFC 7517): RSA of 2048 to 8192 bits, EC on P-256, OKP on Ed25519. A key for encryption, a
  // private or a symmetric one is refused. The error is one line for the operator.
  static Expected<VerificationKey, std::string> FromJwk(const JsonValue& jwk);
  // The shared secret of HS256, at least kLeastSecretBytes.
  static Expected<VerificationKey, std::string> FromSecret(std::string secret);

  const std::string& id() const { return id_; }  // `kid`; empty: it has none
  // Whether this key is for that algorithm: by its type, and by its own `alg` where it names one.
  bool Fits(JwtAlgorithm algorithm) const;
  // Precondition: Fits(algorithm). The signature is that of a compact token, as bytes.
  bool Verifies(JwtAlgorithm algorithm, std::string_view input, std::string_view signature) const;

 private:
  struct Material;
  explicit VerificationKey(std::shared_ptr<const Material> material);

  std::string id_;
  std::vector<JwtAlgorithm> algorithms_;
  std::shared_ptr<const Material> material_;
};

}  // namespace querygate
