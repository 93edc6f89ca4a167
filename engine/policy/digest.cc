#include "engine/policy/digest.h"

#include <array>
#include <cstdlib>

#include <openssl/evp.h>

namespace querygate {

namespace {

using Hash = std::array<unsigned char, EVP_MAX_MD_SIZE>;

// A digest that could not be computed must never compare equal to another one: there is no going on.
void Demand(int done) {
  if (done != 1) std::abort();
}

std::string ToHex(const Hash& hash, unsigned int length) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(std::size_t{length} * 2);
  for (unsigned int index = 0; index < length; ++index) {
    hex += kDigits[hash[index] >> 4U];
    hex += kDigits[hash[index] & 15U];
  }
  return hex;
}

}  // namespace

std::string Sha256Hex(std::string_view bytes) {
  Hash hash{};
  unsigned int length = 0;
  Demand(EVP_Digest(bytes.data(), bytes.size(), hash.data(), &length, EVP_sha256(), nullptr));
  return ToHex(hash, length);
}

struct Sha256::State {
  struct Free {
    void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context{EVP_MD_CTX_new()};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  Demand(EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr));
}

Sha256::~Sha256() = default;

void Sha256::Add(std::string_view bytes) { Demand(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size())); }

std::string Sha256::Hex() {
  Hash hash{};
  unsigned int length = 0;
  Demand(EVP_DigestFinal_ex(state_->context.get(), hash.data(), &length));
  return ToHex(hash, length);
}

}  // namespace querygate
