// Signs tokens as an issuer would, or as somebody who is none.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace querygate::testing {

// "RSA", "EC" (P-256) or "OKP" (Ed25519), made anew.
class SigningKey {
 public:
  explicit SigningKey(const std::string& type, int rsa_bits = 2048);
  ~SigningKey();
  SigningKey(SigningKey&&) noexcept;

  // A public JSON Web Key; `more` is added as it stands: R"(,"use":"sig")".
  std::string Jwk(const std::string& kid, const std::string& more = {}) const;
  std::string PublicPem() const;
  // As a compact token needs it, for RS256, PS256, ES256 or EdDSA.
  std::string Sign(std::string_view algorithm, std::string_view input) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

std::string KeySetJson(std::initializer_list<std::string> keys);

std::string HmacSha256(std::string_view secret, std::string_view input);

// "HEADER.CLAIMS" in base64url.
std::string SigningInput(std::string_view header, std::string_view claims);
// The same with the signature of a key, or with one given as bytes.
std::string SignedToken(const SigningKey& key, std::string_view algorithm, std::string_view header,
                        std::string_view claims);
std::string TokenWith(std::string_view header, std::string_view claims, std::string_view signature);

}  // namespace querygate::testing
