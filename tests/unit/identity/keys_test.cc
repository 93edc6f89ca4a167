// Which keys are taken, and from where.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/identity/base64url.h"
#include "engine/identity/key_set.h"
#include "tests/unit/identity/token_maker.h"

namespace querygate {
namespace {

using testing::KeySetJson;
using testing::SigningKey;

std::string FaultOf(const std::string& json) {
  const auto set = KeySet::Parse(json);
  return set ? "ok " + std::to_string(set->size()) : set.error();
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// The value of a member of a key, without its quotes.
std::string MemberOf(const std::string& jwk, const std::string& name) {
  const std::size_t start = jwk.find('"' + name + "\":\"") + name.size() + 4;
  return jwk.substr(start, jwk.find('"', start) - start);
}

TEST_CASE("base64url has one spelling for each value") {
  CHECK(EncodeBase64Url("") == "");
  CHECK(EncodeBase64Url("\xFB\xFF") == "-_8");
  CHECK(DecodeBase64Url("-_8") == "\xFB\xFF");
  CHECK(DecodeBase64Url("") == "");
  for (const char* bad : {"-_9", "A", "AA=", "AA==", "A A", "+_8", "-/8", "AAAAA", "AB"}) {
    CAPTURE(bad);
    CHECK_FALSE(DecodeBase64Url(bad));
  }
  CHECK_FALSE(DecodeBase64Url(std::string("AA\0A", 4)));
}

TEST_CASE("a key set is taken as far as it can be used") {
  const SigningKey rsa("RSA"), ec("EC"), okp("OKP");
  CHECK(FaultOf(KeySetJson({rsa.Jwk("a"), ec.Jwk("b"), okp.Jwk("c")})) == "ok 3");
  CHECK(FaultOf(KeySetJson({rsa.Jwk("a", R"(,"use":"sig","alg":"RS256","key_ops":["verify"],"x5t":"AA")")})) == "ok 1");
  // Others of other kinds are passed over.
  CHECK(
      FaultOf(KeySetJson({ec.Jwk("b"), rsa.Jwk("a", R"(,"use":"enc")"), R"({"kty":"new"})", R"({"kty":"oct","k":"AA"})",
                          R"({"kty":"EC","crv":"P-521","x":"AA","y":"AA"})", "{}", "1"})) == "ok 1");
  CHECK(FaultOf(KeySetJson({ec.Jwk(""), rsa.Jwk("")})) == "ok 2");
}

TEST_CASE("a key that is not for signatures, too short, or malformed is not used") {
  const SigningKey rsa("RSA"), ec("EC"), okp("OKP"), small("RSA", 1024);
  const std::string wrap = "the key set holds no usable key: ";
  const std::string good_ec = ec.Jwk("b"), good_rsa = rsa.Jwk("a");
  const auto fault = [](const std::string& jwk) { return FaultOf(KeySetJson({jwk})); };
  CHECK(fault(rsa.Jwk("a", R"(,"use":"enc")")) == wrap + "`use` is not sig");
  CHECK(fault(rsa.Jwk("a", R"(,"use":1)")) == wrap + "`use` is not sig");
  CHECK(fault(rsa.Jwk("a", R"(,"key_ops":["encrypt"])")) == wrap + "`key_ops` does not hold verify");
  CHECK(fault(rsa.Jwk("a", R"(,"alg":"ES256")")) == wrap + "`alg` is no algorithm of such a key");
  CHECK(fault(rsa.Jwk("a", R"(,"alg":"HS256")")) == wrap + "`alg` is no algorithm of such a key");
  CHECK(fault(rsa.Jwk("a", R"(,"alg":null)")) == wrap + "`alg` is no algorithm of such a key");
  CHECK(fault(small.Jwk("a")) == wrap + "an RSA key of 1024 bits; 2048 to 8192 are taken");
  CHECK(fault(Replaced(good_rsa, R"("e":"AQAB")", R"("e":"AQ")")) == wrap + "`e` is no exponent");
  CHECK(fault(Replaced(good_rsa, R"("e":"AQAB")", R"("e":"Ag")")) == wrap + "`e` is no exponent");
  CHECK(fault(Replaced(good_rsa, R"("e":"AQAB")", R"("e":"AQABAQABAQAB")")) ==
        wrap + "`n` or `e` is missing or malformed");
  CHECK(fault(Replaced(good_rsa, R"("e":"AQAB")", R"("e":"AQAB=")")) == wrap + "`n` or `e` is missing or malformed");
  CHECK(fault(Replaced(good_rsa, R"("n":")", R"("m":")")) == wrap + "`n` or `e` is missing or malformed");
  CHECK(fault(Replaced(good_ec, MemberOf(good_ec, "y"), MemberOf(good_ec, "x"))) ==
        wrap + "the point is not on the curve");
  CHECK(fault(Replaced(good_ec, MemberOf(good_ec, "y"), "AA")) == wrap + "`x` or `y` is missing or malformed");
  CHECK(fault(Replaced(good_ec, "P-256", "secp256k1")) ==
        wrap + "only RSA, EC on P-256 and OKP on Ed25519 are supported");
  CHECK(fault(R"({"kty":"OKP","crv":"Ed25519","x":"AA"})") == wrap + "`x` is missing or malformed");
  CHECK(fault(R"({"kty":"OKP","crv":"X25519","x":"AA"})") ==
        wrap + "only RSA, EC on P-256 and OKP on Ed25519 are supported");
  CHECK(fault(Replaced(good_ec, R"("kid":"b")", R"("kid":7)")) == wrap + "`kid` is no text");
}

TEST_CASE("a set that cannot be trusted as a whole is refused as a whole") {
  const SigningKey ec("EC"), other("EC");
  CHECK(FaultOf(KeySetJson({ec.Jwk("b"), other.Jwk("b")})) == "two keys of the key set have the same `kid`");
  CHECK(FaultOf(KeySetJson({ec.Jwk("b"), other.Jwk("c", R"(,"d":"AA")")})) ==
        "the key set holds a private key; publish only public keys");
  CHECK(FaultOf(KeySetJson({})) == "the key set holds no usable key: it is empty");
  CHECK(FaultOf("{}") == "the key set has no list `keys`");
  CHECK(FaultOf(R"({"keys":{}})") == "the key set has no list `keys`");
  CHECK(FaultOf(R"({"keys":[],"keys":[]})").starts_with("the key set is not strict JSON: a key appears twice"));
  CHECK(FaultOf("").starts_with("the key set is not strict JSON"));
  std::string many = R"({"keys":[1)";
  for (int i = 0; i < 100; ++i) many += ",1";
  CHECK(FaultOf(many + "]}") == "the key set holds more than 100 keys");
  CHECK(FaultOf(std::string(kMaxKeySetBytes + 1, ' ')) == "the key set is larger than 256 KiB");
}

TEST_CASE("a private key is no key to verify with, wherever it comes from") {
  const SigningKey ec("EC");
  const JsonResult good = ReadJson(ec.Jwk("a"));
  const JsonResult bad = ReadJson(ec.Jwk("a", R"(,"d":"AA")"));
  CHECK(VerificationKey::FromJwk(*good.value));
  const auto refused = VerificationKey::FromJwk(*bad.value);
  REQUIRE_FALSE(refused);
  CHECK(refused.error() == "it holds a private key; publish only the public part");
}

TEST_CASE("a key is found by its id, or by being the only one that fits") {
  const SigningKey one("EC"), other("EC"), rsa("RSA");
  const auto set = KeySet::Parse(KeySetJson({one.Jwk(""), rsa.Jwk("r")}));
  REQUIRE(set);
  const std::string r = "r", empty, unknown = "x";
  CHECK(set->Find(nullptr, JwtAlgorithm::kEs256) != nullptr);
  CHECK(set->Find(nullptr, JwtAlgorithm::kRs256)->id() == "r");
  CHECK(set->Find(nullptr, JwtAlgorithm::kEdDsa) == nullptr);
  CHECK(set->Find(&r, JwtAlgorithm::kEs256)->id() == "r");  // that it does not fit is for the verifier to say
  CHECK(set->Find(&empty, JwtAlgorithm::kEs256) == nullptr);
  CHECK(set->Find(&unknown, JwtAlgorithm::kEs256) == nullptr);
  const auto two = KeySet::Parse(KeySetJson({one.Jwk(""), other.Jwk("o")}));
  REQUIRE(two);
  CHECK(two->Find(nullptr, JwtAlgorithm::kEs256) == nullptr);
}

TEST_CASE("a shared secret has at least 32 bytes") {
  CHECK(KeySet::OfSecret(std::string(32, 'k')));
  const auto short_one = KeySet::OfSecret(std::string(31, 'k'));
  REQUIRE_FALSE(short_one);
  CHECK(short_one.error() == "the secret has 31 bytes; HS256 needs at least 32");
}

}  // namespace
}  // namespace querygate
