#include "engine/identity/bearer_token.h"

#include <cstdlib>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include "engine/identity/base64url.h"

namespace querygate {
namespace {

constexpr std::string_view kTokenPrefix = "qg_";  // lets secret scanners find it
constexpr std::string_view kHashPrefix = "sha256:";
constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

std::string MakeBearerToken() {
  std::array<unsigned char, 32> bytes{};
  // Without randomness there is no token that anyone should have.
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) std::abort();
  std::string token(kTokenPrefix);
  token += EncodeBase64Url({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  OPENSSL_cleanse(bytes.data(), bytes.size());
  return token;
}

TokenHash HashBearerToken(std::string_view token) {
  TokenHash hash{};
  unsigned int length = 0;
  const int made = EVP_Digest(token.data(), token.size(), hash.data(), &length, EVP_sha256(), nullptr);
  // A hash that could not be computed must never compare equal to another one.
  if (made != 1 || length != hash.size()) std::abort();
  return hash;
}

std::string ToText(const TokenHash& hash) {
  std::string text(kHashPrefix);
  for (const unsigned char byte : hash) {
    text += kDigits[byte >> 4U];
    text += kDigits[byte & 15U];
  }
  return text;
}

std::optional<TokenHash> ParseTokenHash(std::string_view text) {
  TokenHash hash{};
  if (!text.starts_with(kHashPrefix) || text.size() != kHashPrefix.size() + 2 * hash.size()) return std::nullopt;
  text.remove_prefix(kHashPrefix.size());
  for (std::size_t index = 0; index < hash.size(); ++index) {
    const std::size_t high = kDigits.find(text[2 * index]);
    const std::size_t low = kDigits.find(text[2 * index + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    hash[index] = static_cast<unsigned char>(high << 4U | low);
  }
  return hash;
}

bool SameHash(const TokenHash& a, const TokenHash& b) { return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0; }

}  // namespace querygate
