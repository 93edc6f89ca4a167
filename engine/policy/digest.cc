#include "engine/policy/digest.h"

#include <array>
#include <cstdlib>

#include <openssl/evp.h>

namespace querygate {

std::string Sha256Hex(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
  unsigned int length = 0;
  // A digest that could not be computed must never compare equal to another one: there is no going on.
  if (EVP_Digest(bytes.data(), bytes.size(), hash.data(), &length, EVP_sha256(), nullptr) != 1) std::abort();
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(std::size_t{length} * 2);
  for (unsigned int index = 0; index < length; ++index) {
    hex += kDigits[hash[index] >> 4U];
    hex += kDigits[hash[index] & 15U];
  }
  return hex;
}

}  // namespace querygate
