// A deployment of the tests of JSON Web Tokens: issuers with keys of every type, and what they sign.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/identity/jwt_verifier.h"
#include "tests/manual_clock.h"
#include "tests/unit/identity/token_maker.h"

namespace querygate::testing {

using namespace std::chrono_literals;

inline constexpr std::int64_t kNow = 1'800'000'000;
inline const std::string kSecret = "0123456789abcdef0123456789abcdef";

inline std::string GoodClaims(const std::string& more = {}) {
  return R"({"iss":"https://id","aud":"here","sub":"alice","exp":1800000060)" + more + "}";
}

inline std::string Header(const std::string& algorithm, const std::string& kid, const std::string& more = {}) {
  return R"({"alg":")" + algorithm + R"(","kid":")" + kid + '"' + more + "}";
}

// One deployment: issuer https://id with a key of each type, issuer `hmac` with a secret.
struct World {
  SigningKey rsa{"RSA"}, ec{"EC"}, okp{"OKP"}, stranger{"EC"}, pss{"RSA"};
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(kNow);
  std::string key_set = KeySetJson({rsa.Jwk("r"), ec.Jwk("e"), okp.Jwk("o"), pss.Jwk("p", R"(,"alg":"PS256")")});
  std::string cause;  // not empty: the keys cannot be read
  std::atomic<int> reads = 0;
  std::unique_ptr<JwtVerifier> verifier;

  World() {
    std::vector<TrustedIssuer> issuers(3);
    issuers[0].name = "company";
    issuers[0].issuer = "https://id";
    issuers[0].algorithms = {JwtAlgorithm::kRs256, JwtAlgorithm::kPs256, JwtAlgorithm::kEs256, JwtAlgorithm::kEdDsa};
    issuers[0].rules.audience = {"here", "here too"};
    issuers[0].keys = std::make_unique<IssuerKeys>(
        [this]() -> Expected<IssuerKeys::Value, std::string> {
          ++reads;
          if (!cause.empty()) return Unexpected(cause);
          auto set = KeySet::Parse(key_set);
          if (!set) return Unexpected(set.error());
          return std::make_shared<const KeySet>(*std::move(set));
        },
        RefreshTimes{5min, 10s, 1h}, clock);
    issuers[1].name = "shared";
    issuers[1].issuer = "hmac";
    issuers[1].algorithms = {JwtAlgorithm::kHs256};
    issuers[1].rules.audience = {"here"};
    issuers[1].keys = std::make_unique<IssuerKeys>(
        []() -> Expected<IssuerKeys::Value, std::string> {
          return std::make_shared<const KeySet>(*KeySet::OfSecret(kSecret));
        },
        RefreshTimes{5min, 10s, 1h}, clock);
    issuers[2].name = "narrow";
    issuers[2].issuer = "narrow";
    issuers[2].algorithms = {JwtAlgorithm::kEs256};
    issuers[2].rules.audience = {"here"};
    issuers[2].rules.scopes = {"reports", "read"};
    issuers[2].keys = std::make_unique<IssuerKeys>(
        [this]() -> Expected<IssuerKeys::Value, std::string> {
          return std::make_shared<const KeySet>(*KeySet::Parse(KeySetJson({ec.Jwk("e"), rsa.Jwk("r")})));
        },
        RefreshTimes{5min, 10s, 1h}, clock);
    verifier = std::make_unique<JwtVerifier>(std::move(issuers), clock);
  }

  std::string Ec(const std::string& claims, const std::string& more_header = {}) const {
    return SignedToken(ec, "ES256", Header("ES256", "e", more_header), claims);
  }
  std::string Shared(const std::string& claims, const std::string& secret = kSecret) const {
    const std::string header = R"({"alg":"HS256"})";
    return TokenWith(header, claims, HmacSha256(secret, SigningInput(header, claims)));
  }
  // "ok SUBJECT", or the name of the fault.
  std::string Verdict(const std::string& token) const {
    const auto verified = verifier->Verify(token);
    return verified ? "ok " + verified->issuer_name + ":" + verified->subject
                    : std::string(NameOf(verified.error().fault));
  }
};

inline const World& Shared() {
  static const World world;
  return world;
}

inline std::string HmacClaims() { return R"({"iss":"hmac","aud":"here","sub":"batch","exp":1800000060})"; }
inline std::string NarrowClaims(const std::string& more) {
  return R"({"iss":"narrow","aud":"here","sub":"n","exp":1800000060)" + more + "}";
}

inline std::string Nested(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "[";
  for (int i = 0; i < depth; ++i) text += "]";
  return text;
}

}  // namespace querygate::testing
