#include "tests/unit/identity/token_maker.h"

#include <array>
#include <stdexcept>
#include <vector>

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

#include "engine/identity/base64url.h"
#include "engine/identity/handle.h"

namespace querygate::testing {
namespace {

using Number = std::unique_ptr<BIGNUM, FreedBy<BN_free>>;

void Must(bool done, const char* what) {
  if (!done) throw std::runtime_error(what);
}

const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

std::string Padded(const BIGNUM* number, int size) {
  std::string bytes(static_cast<std::size_t>(size), '\0');
  Must(BN_bn2binpad(number, reinterpret_cast<unsigned char*>(bytes.data()), size) == size, "BN_bn2binpad");
  return bytes;
}

std::string Member(EVP_PKEY* key, const char* name, int size) {
  BIGNUM* found = nullptr;
  Must(EVP_PKEY_get_bn_param(key, name, &found) == 1, name);
  const Number number(found);
  return EncodeBase64Url(Padded(found, size == 0 ? BN_num_bytes(found) : size));
}

}  // namespace

struct SigningKey::Impl {
  std::string type;
  std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>> key;
};

SigningKey::SigningKey(const std::string& type, int rsa_bits) : impl_(std::make_unique<Impl>()) {
  impl_->type = type;
  if (type == "RSA") impl_->key.reset(EVP_RSA_gen(static_cast<unsigned>(rsa_bits)));
  if (type == "EC") impl_->key.reset(EVP_EC_gen("P-256"));
  if (type == "OKP") impl_->key.reset(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"));
  Must(impl_->key != nullptr, "no key");
}
SigningKey::~SigningKey() = default;
SigningKey::SigningKey(SigningKey&&) noexcept = default;

std::string SigningKey::Jwk(const std::string& kid, const std::string& more) const {
  EVP_PKEY* key = impl_->key.get();
  std::string members;
  if (impl_->type == "RSA") {
    members =
        R"("n":")" + Member(key, OSSL_PKEY_PARAM_RSA_N, 0) + R"(","e":")" + Member(key, OSSL_PKEY_PARAM_RSA_E, 0) + '"';
  } else if (impl_->type == "EC") {
    members = R"("crv":"P-256","x":")" + Member(key, OSSL_PKEY_PARAM_EC_PUB_X, 32) + R"(","y":")" +
              Member(key, OSSL_PKEY_PARAM_EC_PUB_Y, 32) + '"';
  } else {
    std::array<unsigned char, 32> raw{};
    std::size_t size = raw.size();
    Must(EVP_PKEY_get_raw_public_key(key, raw.data(), &size) == 1, "raw");
    members =
        R"("crv":"Ed25519","x":")" + EncodeBase64Url({reinterpret_cast<const char*>(raw.data()), raw.size()}) + '"';
  }
  const std::string id = kid.empty() ? "" : R"("kid":")" + kid + R"(",)";
  return R"({"kty":")" + impl_->type + R"(",)" + id + members + more + '}';
}

std::string SigningKey::PublicPem() const {
  const std::unique_ptr<BIO, FreedBy<BIO_free_all>> out(BIO_new(BIO_s_mem()));
  Must(PEM_write_bio_PUBKEY(out.get(), impl_->key.get()) == 1, "pem");
  std::array<char, 4096> buffer{};
  const int size = BIO_read(out.get(), buffer.data(), static_cast<int>(buffer.size()));
  Must(size > 0, "pem");
  return {buffer.data(), static_cast<std::size_t>(size)};
}

std::string SigningKey::Sign(std::string_view algorithm, std::string_view input) const {
  const std::unique_ptr<EVP_MD_CTX, FreedBy<EVP_MD_CTX_free>> context(EVP_MD_CTX_new());
  EVP_PKEY_CTX* key_context = nullptr;
  const EVP_MD* digest = algorithm == "EdDSA" ? nullptr : EVP_sha256();
  Must(EVP_DigestSignInit(context.get(), &key_context, digest, nullptr, impl_->key.get()) == 1, "init");
  if (algorithm == "PS256") {
    Must(EVP_PKEY_CTX_set_rsa_padding(key_context, RSA_PKCS1_PSS_PADDING) == 1, "padding");
    Must(EVP_PKEY_CTX_set_rsa_pss_saltlen(key_context, RSA_PSS_SALTLEN_DIGEST) == 1, "salt");
  }
  std::size_t size = 0;
  Must(EVP_DigestSign(context.get(), nullptr, &size, Bytes(input), input.size()) == 1, "size");
  std::vector<unsigned char> signature(size);
  Must(EVP_DigestSign(context.get(), signature.data(), &size, Bytes(input), input.size()) == 1, "sign");
  std::string bytes(reinterpret_cast<const char*>(signature.data()), size);
  if (algorithm != "ES256") return bytes;
  const unsigned char* der = Bytes(bytes);
  const std::unique_ptr<ECDSA_SIG, FreedBy<ECDSA_SIG_free>> pair(
      d2i_ECDSA_SIG(nullptr, &der, static_cast<long>(bytes.size())));
  Must(pair != nullptr, "pair");
  return Padded(ECDSA_SIG_get0_r(pair.get()), 32) + Padded(ECDSA_SIG_get0_s(pair.get()), 32);
}

std::string KeySetJson(std::initializer_list<std::string> keys) {
  std::string json = R"({"keys":[)";
  for (const std::string& key : keys) json += (json.back() == '[' ? "" : ",") + key;
  return json + "]}";
}

std::string HmacSha256(std::string_view secret, std::string_view input) {
  std::array<unsigned char, 32> mac{};
  unsigned int size = 0;
  Must(HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), Bytes(input), input.size(), mac.data(),
            &size) != nullptr,
       "hmac");
  return {reinterpret_cast<const char*>(mac.data()), size};
}

std::string SigningInput(std::string_view header, std::string_view claims) {
  return EncodeBase64Url(header) + "." + EncodeBase64Url(claims);
}

std::string TokenWith(std::string_view header, std::string_view claims, std::string_view signature) {
  return SigningInput(header, claims) + "." + EncodeBase64Url(signature);
}

std::string SignedToken(const SigningKey& key, std::string_view algorithm, std::string_view header,
                        std::string_view claims) {
  return TokenWith(header, claims, key.Sign(algorithm, SigningInput(header, claims)));
}

}  // namespace querygate::testing
