#include "engine/identity/verification_key.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>

#include "engine/identity/base64url.h"
#include "engine/identity/handle.h"
#include "engine/identity/json_members.h"

namespace querygate {
namespace {

using KeyHandle = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, FreedBy<EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, FreedBy<EVP_MD_CTX_free>>;
using Number = std::unique_ptr<BIGNUM, FreedBy<BN_free>>;
using Builder = std::unique_ptr<OSSL_PARAM_BLD, FreedBy<OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, FreedBy<OSSL_PARAM_free>>;
using EcdsaSignature = std::unique_ptr<ECDSA_SIG, FreedBy<ECDSA_SIG_free>>;

constexpr std::size_t kFieldBytes = 32;  // of P-256, Ed25519 and SHA-256
constexpr int kLeastRsaBits = 2048;
constexpr int kMostRsaBits = 8192;  // the time that one check may take
constexpr std::size_t kMostExponentBytes = 8;

const unsigned char* Bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

Number ToNumber(std::string_view bytes) {
  return Number(BN_bin2bn(Bytes(bytes), static_cast<int>(bytes.size()), nullptr));
}

// The bytes of a base64url member; empty text where it is missing or malformed.
std::string MemberBytes(const JsonValue& jwk, std::string_view key) {
  const std::string* text = FindJsonText(jwk, key);
  return text == nullptr ? std::string() : DecodeBase64Url(*text).value_or(std::string());
}

KeyHandle Build(const char* type, OSSL_PARAM* parameters) {
  const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
  EVP_PKEY* key = nullptr;
  if (!context || parameters == nullptr || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters) != 1) {
    return nullptr;
  }
  return KeyHandle(key);
}

KeyHandle MakeRsa(std::string_view modulus, std::string_view exponent) {
  const Number n = ToNumber(modulus);
  const Number e = ToNumber(exponent);
  const Builder builder(OSSL_PARAM_BLD_new());
  if (!n || !e || !builder || OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) != 1 ||
      OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1) {
    return nullptr;
  }
  const Parameters parameters(OSSL_PARAM_BLD_to_param(builder.get()));
  return Build("RSA", parameters.get());
}

KeyHandle MakeP256(std::string_view x, std::string_view y) {
  std::string point = "\x04";
  point.append(x).append(y);
  const Builder builder(OSSL_PARAM_BLD_new());
  if (!builder || OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) != 1 ||
      OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) != 1) {
    return nullptr;
  }
  const Parameters parameters(OSSL_PARAM_BLD_to_param(builder.get()));
  return Build("EC", parameters.get());  // which checks that the point is on the curve
}

Expected<KeyHandle, std::string> MakePublicKey(const JsonValue& jwk, const std::string& type) {
  const std::string* curve = FindJsonText(jwk, "crv");
  if (type == "RSA") {
    const std::string exponent = MemberBytes(jwk, "e");
    const std::string modulus = MemberBytes(jwk, "n");
    if (modulus.empty() || exponent.empty() || exponent.size() > kMostExponentBytes)
      return Unexpected(std::string("`n` or `e` is missing or malformed"));
    const unsigned char last = static_cast<unsigned char>(exponent.back());
    if (last % 2 == 0 || (exponent.size() == 1 && last == 1)) return Unexpected(std::string("`e` is no exponent"));
    KeyHandle key = MakeRsa(modulus, exponent);
    if (!key) return Unexpected(std::string("it is no RSA key"));
    const int bits = EVP_PKEY_get_bits(key.get());
    if (bits < kLeastRsaBits || bits > kMostRsaBits)
      return Unexpected("an RSA key of " + std::to_string(bits) + " bits; 2048 to 8192 are taken");
    return key;
  }
  if (type == "EC" && curve != nullptr && *curve == "P-256") {
    const std::string x = MemberBytes(jwk, "x");
    const std::string y = MemberBytes(jwk, "y");
    if (x.size() != kFieldBytes || y.size() != kFieldBytes)
      return Unexpected(std::string("`x` or `y` is missing or malformed"));
    KeyHandle key = MakeP256(x, y);
    if (!key) return Unexpected(std::string("the point is not on the curve"));
    return key;
  }
  if (type == "OKP" && curve != nullptr && *curve == "Ed25519") {
    const std::string x = MemberBytes(jwk, "x");
    if (x.size() != kFieldBytes) return Unexpected(std::string("`x` is missing or malformed"));
    KeyHandle key(EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, Bytes(x), x.size()));
    if (!key) return Unexpected(std::string("it is no Ed25519 key"));
    return key;
  }
  return Unexpected(std::string("only RSA, EC on P-256 and OKP on Ed25519 are supported"));
}

// What a key says about its own use, where it says anything.
std::string WhyNotForSignatures(const JsonValue& jwk) {
  if (FindJsonMember(jwk, "d") != nullptr) return "it holds a private key; publish only the public part";
  if (const JsonValue* use = FindJsonMember(jwk, "use")) {
    if (use->kind != JsonValue::Kind::kString || use->text != "sig") return "`use` is not sig";
  }
  if (const JsonValue* operations = FindJsonMember(jwk, "key_ops")) {
    const bool verifies = std::any_of(operations->items.begin(), operations->items.end(), [](const JsonValue& item) {
      return item.kind == JsonValue::Kind::kString && item.text == "verify";
    });
    if (!verifies) return "`key_ops` does not hold verify";
  }
  return {};
}

std::vector<JwtAlgorithm> AlgorithmsOf(const std::string& type) {
  if (type == "RSA") return {JwtAlgorithm::kRs256, JwtAlgorithm::kPs256};
  if (type == "EC") return {JwtAlgorithm::kEs256};
  return {JwtAlgorithm::kEdDsa};
}

// The two numbers of RFC 7518, section 3.4, in the form that the library reads.
std::optional<std::string> ToDer(std::string_view signature) {
  if (signature.size() != 2 * kFieldBytes) return std::nullopt;
  Number r = ToNumber(signature.substr(0, kFieldBytes));
  Number s = ToNumber(signature.substr(kFieldBytes));
  const EcdsaSignature pair(ECDSA_SIG_new());
  if (!r || !s || !pair || ECDSA_SIG_set0(pair.get(), r.get(), s.get()) != 1) return std::nullopt;
  static_cast<void>(r.release());  // they belong to the pair now
  static_cast<void>(s.release());
  unsigned char* der = nullptr;
  const int length = i2d_ECDSA_SIG(pair.get(), &der);
  if (length <= 0) return std::nullopt;
  std::string bytes(reinterpret_cast<const char*>(der), static_cast<std::size_t>(length));
  OPENSSL_free(der);
  return bytes;
}

bool VerifyPublic(EVP_PKEY* key, JwtAlgorithm algorithm, std::string_view input, std::string_view signature) {
  const DigestContext context(EVP_MD_CTX_new());
  const EVP_MD* digest = algorithm == JwtAlgorithm::kEdDsa ? nullptr : EVP_sha256();
  EVP_PKEY_CTX* key_context = nullptr;  // belongs to `context`
  if (!context || EVP_DigestVerifyInit(context.get(), &key_context, digest, nullptr, key) != 1) return false;
  if (algorithm == JwtAlgorithm::kPs256 &&
      (EVP_PKEY_CTX_set_rsa_padding(key_context, RSA_PKCS1_PSS_PADDING) != 1 ||
       EVP_PKEY_CTX_set_rsa_pss_saltlen(key_context, RSA_PSS_SALTLEN_DIGEST) != 1)) {
    return false;
  }
  return EVP_DigestVerify(context.get(), Bytes(signature), signature.size(), Bytes(input), input.size()) == 1;
}

}  // namespace

struct VerificationKey::Material {
  KeyHandle public_key;  // null for a shared secret
  std::string secret;
};

VerificationKey::VerificationKey(std::shared_ptr<const Material> material) : material_(std::move(material)) {}

Expected<VerificationKey, std::string> VerificationKey::FromJwk(const JsonValue& jwk) {
  const std::string* type = FindJsonText(jwk, "kty");
  if (jwk.kind != JsonValue::Kind::kObject || type == nullptr) return Unexpected(std::string("it has no `kty`"));
  if (std::string why = WhyNotForSignatures(jwk); !why.empty()) return Unexpected(std::move(why));
  auto public_key = MakePublicKey(jwk, *type);
  if (!public_key) return Unexpected(std::move(public_key).error());
  VerificationKey key(std::make_shared<const Material>(Material{*std::move(public_key), {}}));
  if (const JsonValue* id = FindJsonMember(jwk, "kid")) {
    if (id->kind != JsonValue::Kind::kString || id->text.empty()) return Unexpected(std::string("`kid` is no text"));
    key.id_ = id->text;
  }
  key.algorithms_ = AlgorithmsOf(*type);
  if (const JsonValue* own = FindJsonMember(jwk, "alg")) {
    std::erase_if(key.algorithms_, [own](JwtAlgorithm algorithm) {
      const auto table = JwtAlgorithms();
      const auto row = std::find_if(table.begin(), table.end(), [&](const auto& r) { return r.value == algorithm; });
      return own->kind != JsonValue::Kind::kString || row->name != own->text;
    });
    if (key.algorithms_.empty()) return Unexpected(std::string("`alg` is no algorithm of such a key"));
  }
  return key;
}

Expected<VerificationKey, std::string> VerificationKey::FromSecret(std::string secret) {
  if (secret.size() < kLeastSecretBytes) {
    return Unexpected("the secret has " + std::to_string(secret.size()) + " bytes; HS256 needs at least 32");
  }
  VerificationKey key(std::make_shared<const Material>(Material{nullptr, std::move(secret)}));
  key.algorithms_ = {JwtAlgorithm::kHs256};
  return key;
}

bool VerificationKey::Fits(JwtAlgorithm algorithm) const {
  return std::find(algorithms_.begin(), algorithms_.end(), algorithm) != algorithms_.end();
}

bool VerificationKey::Verifies(JwtAlgorithm algorithm, std::string_view input, std::string_view signature) const {
  if (algorithm == JwtAlgorithm::kHs256) {
    std::array<unsigned char, kFieldBytes> expected{};
    unsigned int length = 0;
    const std::string& secret = material_->secret;
    const auto* made = HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), Bytes(input), input.size(),
                            expected.data(), &length);
    return made != nullptr && length == expected.size() && signature.size() == expected.size() &&
           CRYPTO_memcmp(expected.data(), signature.data(), expected.size()) == 0;
  }
  if (algorithm != JwtAlgorithm::kEs256) {
    return VerifyPublic(material_->public_key.get(), algorithm, input, signature);
  }
  const auto der = ToDer(signature);
  return der && VerifyPublic(material_->public_key.get(), algorithm, input, *der);
}

}  // namespace querygate
