// Tokens that must not be believed, each refused for its own reason, beside the nearest one that is.
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/identity/base64url.h"
#include "engine/identity/compact_token.h"
#include "engine/identity/jwt_verifier.h"
#include "tests/cases.h"
#include "tests/manual_clock.h"
#include "tests/unit/identity/token_maker.h"

namespace querygate {
namespace {

using namespace std::chrono_literals;
using testing::ManualClock;
using testing::SignedToken;
using testing::SigningKey;
using testing::TokenWith;

constexpr std::int64_t kNow = 1'800'000'000;
const std::string kSecret = "0123456789abcdef0123456789abcdef";

std::string Claims(const std::string& more = {}) {
  return R"({"iss":"https://id","aud":"here","sub":"alice","exp":1800000060)" + more + "}";
}

std::string Header(const std::string& algorithm, const std::string& kid, const std::string& more = {}) {
  return R"({"alg":")" + algorithm + R"(","kid":")" + kid + '"' + more + "}";
}

// One deployment: issuer https://id with a key of each type, issuer `hmac` with a secret.
struct World {
  SigningKey rsa{"RSA"}, ec{"EC"}, okp{"OKP"}, stranger{"EC"}, pss{"RSA"};
  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>(kNow);
  std::string key_set =
      testing::KeySetJson({rsa.Jwk("r"), ec.Jwk("e"), okp.Jwk("o"), pss.Jwk("p", R"(,"alg":"PS256")")});
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
          return std::make_shared<const KeySet>(*KeySet::Parse(testing::KeySetJson({ec.Jwk("e"), rsa.Jwk("r")})));
        },
        RefreshTimes{5min, 10s, 1h}, clock);
    verifier = std::make_unique<JwtVerifier>(std::move(issuers), clock);
  }

  std::string Ec(const std::string& claims, const std::string& more_header = {}) const {
    return SignedToken(ec, "ES256", Header("ES256", "e", more_header), claims);
  }
  std::string Shared(const std::string& claims, const std::string& secret = kSecret) const {
    const std::string header = R"({"alg":"HS256"})";
    return TokenWith(header, claims, testing::HmacSha256(secret, testing::SigningInput(header, claims)));
  }
  // "ok SUBJECT", or the name of the fault.
  std::string Verdict(const std::string& token) const {
    const auto verified = verifier->Verify(token);
    return verified ? "ok " + verified->issuer_name + ":" + verified->subject
                    : std::string(NameOf(verified.error().fault));
  }
};

const World& Shared() {
  static const World world;
  return world;
}

std::string HmacClaims() { return R"({"iss":"hmac","aud":"here","sub":"batch","exp":1800000060})"; }
std::string NarrowClaims(const std::string& more) {
  return R"({"iss":"narrow","aud":"here","sub":"n","exp":1800000060)" + more + "}";
}

TEST_CASE("tokens of every algorithm are believed") {
  const World& world = Shared();
  CHECK(world.Verdict(SignedToken(world.rsa, "RS256", Header("RS256", "r"), Claims())) == "ok company:alice");
  CHECK(world.Verdict(SignedToken(world.rsa, "PS256", Header("PS256", "r"), Claims())) == "ok company:alice");
  CHECK(world.Verdict(SignedToken(world.pss, "PS256", Header("PS256", "p"), Claims())) == "ok company:alice");
  CHECK(world.Verdict(world.Ec(Claims())) == "ok company:alice");
  CHECK(world.Verdict(SignedToken(world.okp, "EdDSA", Header("EdDSA", "o"), Claims())) == "ok company:alice");
  CHECK(world.Verdict(world.Shared(HmacClaims())) == "ok shared:batch");
  // Without an id the only key that fits is meant.
  CHECK(world.Verdict(SignedToken(world.okp, "EdDSA", R"({"alg":"EdDSA"})", Claims())) == "ok company:alice");
  const auto verified = world.verifier->Verify(world.Ec(Claims(R"(,"roles":["support"])")));
  REQUIRE(verified);
  CHECK(verified->claims_json == Claims(R"(,"roles":["support"])"));
}

struct Attack {
  const char* name;
  std::string fault;
  std::function<std::string(const World&)> token;
};

std::string Flip(std::string token, std::size_t at) {
  token[at] = token[at] == 'A' ? 'B' : 'A';
  return token;
}

// The part before, the part behind the n-th dot.
std::size_t Dot(const std::string& token, int n) {
  std::size_t at = 0;
  for (int i = 0; i < n; ++i) at = token.find('.', at + 1);
  return at;
}

std::string Nested(int depth) {
  std::string text;
  for (int i = 0; i < depth; ++i) text += "[";
  for (int i = 0; i < depth; ++i) text += "]";
  return text;
}

const std::vector<Attack>& HeaderAttacks() {
  static const std::vector<Attack> attacks{
      {"alg none, no signature", "unsupported_algorithm",
       [](const World&) { return TokenWith(R"({"alg":"none"})", Claims(), ""); }},
      {"alg None", "unsupported_algorithm", [](const World&) { return TokenWith(R"({"alg":"None"})", Claims(), ""); }},
      {"alg none with a signature", "unsupported_algorithm",
       [](const World& w) { return SignedToken(w.ec, "ES256", R"({"alg":"none","kid":"e"})", Claims()); }},
      {"no alg", "unsupported_algorithm",
       [](const World& w) { return SignedToken(w.ec, "ES256", R"({"kid":"e"})", Claims()); }},
      {"alg as a list", "unsupported_algorithm",
       [](const World& w) { return SignedToken(w.ec, "ES256", R"({"alg":["ES256"],"kid":"e"})", Claims()); }},
      {"an algorithm that is not built in", "unsupported_algorithm",
       [](const World& w) { return SignedToken(w.rsa, "RS256", Header("RS512", "r"), Claims()); }},
      {"alg in another case", "unsupported_algorithm",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("es256", "e"), Claims()); }},
      {"HS256 under an RSA public key as PEM", "algorithm_not_allowed",
       [](const World& w) {
         const std::string header = Header("HS256", "r");
         return TokenWith(header, Claims(),
                          testing::HmacSha256(w.rsa.PublicPem(), testing::SigningInput(header, Claims())));
       }},
      {"HS256 under an RSA public key as a JSON Web Key", "algorithm_not_allowed",
       [](const World& w) {
         const std::string header = Header("HS256", "r");
         return TokenWith(header, Claims(),
                          testing::HmacSha256(w.rsa.Jwk("r"), testing::SigningInput(header, Claims())));
       }},
      {"a public key signature for the issuer of a secret", "algorithm_not_allowed",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("ES256", "e"), HmacClaims()); }},
      {"an algorithm that another issuer may use", "algorithm_not_allowed",
       [](const World& w) { return SignedToken(w.rsa, "RS256", Header("RS256", "r"), NarrowClaims("")); }},
      {"RS256 with the id of an EC key", "algorithm_not_for_key",
       [](const World& w) { return SignedToken(w.rsa, "RS256", Header("RS256", "e"), Claims()); }},
      {"ES256 with the id of an RSA key", "algorithm_not_for_key",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("ES256", "r"), Claims()); }},
      {"RS256 with a key for PS256", "algorithm_not_for_key",
       [](const World& w) { return SignedToken(w.pss, "RS256", Header("RS256", "p"), Claims()); }},
      {"an embedded key", "refused_header",
       [](const World& w) {
         return SignedToken(w.stranger, "ES256", Header("ES256", "e", R"(,"jwk":)" + w.stranger.Jwk("e")), Claims());
       }},
      {"the address of a key set", "refused_header",
       [](const World& w) {
         return SignedToken(w.stranger, "ES256", Header("ES256", "e", R"(,"jku":"https://evil/keys")"), Claims());
       }},
      {"the address of a certificate", "refused_header",
       [](const World& w) { return w.Ec(Claims(), R"(,"x5u":"https://evil/c")"); }},
      {"a certificate", "refused_header", [](const World& w) { return w.Ec(Claims(), R"(,"x5c":["AA"])"); }},
      {"something critical", "refused_header",
       [](const World& w) { return w.Ec(Claims(), R"(,"crit":["b64"],"b64":false)"); }},
      {"something critical, empty", "refused_header", [](const World& w) { return w.Ec(Claims(), R"(,"crit":[])"); }},
      {"a nested token", "refused_header", [](const World& w) { return w.Ec(Claims(), R"(,"cty":"JWT")"); }},
      {"an id token of another kind", "wrong_type",
       [](const World& w) { return w.Ec(Claims(), R"(,"typ":"logout+jwt")"); }},
      {"typ as a number", "wrong_type", [](const World& w) { return w.Ec(Claims(), R"(,"typ":1)"); }},
      {"an unknown key", "unknown_key",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("ES256", "x"), Claims()); }},
      {"an empty id", "unknown_key",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("ES256", ""), Claims()); }},
      {"an id that is a path", "unknown_key",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("ES256", "../../etc/passwd"), Claims()); }},
      {"no id where two keys fit", "unknown_key",
       [](const World& w) { return SignedToken(w.rsa, "PS256", R"({"alg":"PS256"})", Claims()); }},
      {"an id that is no text", "malformed_token",
       [](const World& w) { return SignedToken(w.ec, "ES256", R"({"alg":"ES256","kid":1})", Claims()); }},
      {"alg twice", "malformed_token",
       [](const World& w) {
         return SignedToken(w.ec, "ES256", R"({"alg":"none","alg":"ES256","kid":"e"})", Claims());
       }},
      {"a header that is a list", "malformed_token",
       [](const World& w) { return SignedToken(w.ec, "ES256", R"(["ES256"])", Claims()); }},
      {"a header larger than 4 KiB", "too_large",
       [](const World& w) { return w.Ec(Claims(), R"(,"x":")" + std::string(4096, 'x') + '"'); }},
  };
  return attacks;
}

const std::vector<Attack>& BodyAttacks() {
  static const std::vector<Attack> attacks{
      {"empty", "malformed_token", [](const World&) { return std::string(); }},
      {"two parts", "malformed_token",
       [](const World& w) {
         auto t = w.Ec(Claims());
         return t.substr(0, t.rfind('.'));
       }},
      {"two signatures", "malformed_token",
       [](const World& w) {
         auto t = w.Ec(Claims());
         return t + t.substr(t.rfind('.'));
       }},
      {"five parts", "malformed_token", [](const World& w) { return w.Ec(Claims()) + ".a.b"; }},
      {"padding", "malformed_token", [](const World& w) { return w.Ec(Claims()) + "=="; }},
      {"a line feed at the end", "malformed_token", [](const World& w) { return w.Ec(Claims()) + "\n"; }},
      {"plain base64 characters", "malformed_token",
       [](const World& w) {
         auto t = w.Ec(Claims());
         t.back() = '+';
         return t;
       }},
      {"bits behind the last byte", "malformed_token",
       [](const World& w) {  // 64 bytes leave four free bits in the last character
         auto t = w.Ec(Claims());
         const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
         t.back() = alphabet[alphabet.find(t.back()) + 1];
         return t;
       }},
      {"claims twice", "malformed_token", [](const World& w) { return w.Ec(Claims(R"(,"sub":"root")")); }},
      {"claims twice, one escaped", "malformed_token",
       [](const World& w) { return w.Ec(Claims(R"(,"su\u0062":"root")")); }},
      {"claims twice below", "malformed_token", [](const World& w) { return w.Ec(Claims(R"(,"a":{"b":1,"b":2})")); }},
      {"something behind the claims", "malformed_token", [](const World& w) { return w.Ec(Claims() + "{}"); }},
      {"claims that are no object", "malformed_token", [](const World& w) { return w.Ec("[]"); }},
      {"claims that are not UTF-8", "malformed_token", [](const World& w) { return w.Ec(Claims(",\"a\":\"\xFF\"")); }},
      {"claims nested too deeply", "malformed_token",
       [](const World& w) { return w.Ec(Claims(",\"a\":" + Nested(200))); }},
      {"a huge token", "too_large",
       [](const World& w) { return w.Ec(Claims(R"(,"a":")" + std::string(16384, 'a') + '"')); }},
      {"a tampered payload", "bad_signature",
       [](const World& w) {
         const std::string good = w.Ec(Claims());
         const std::string other = w.Ec(Claims(R"(,"roles":["root"])"));
         return good.substr(0, Dot(good, 1)) + other.substr(Dot(other, 1), Dot(other, 2) - Dot(other, 1)) +
                good.substr(Dot(good, 2));
       }},
      {"a tampered signature", "bad_signature",
       [](const World& w) {
         auto t = w.Ec(Claims());
         return Flip(t, Dot(t, 2) + 10);
       }},
      {"no signature", "bad_signature",
       [](const World& w) {
         auto t = w.Ec(Claims());
         return t.substr(0, t.rfind('.') + 1);
       }},
      {"a signature of zeros", "bad_signature",
       [](const World&) { return TokenWith(Header("ES256", "e"), Claims(), std::string(64, '\0')); }},
      {"a signature in DER", "bad_signature",
       [](const World&) { return TokenWith(Header("ES256", "e"), Claims(), std::string(70, '\x30')); }},
      {"a stranger's key", "bad_signature",
       [](const World& w) { return SignedToken(w.stranger, "ES256", Header("ES256", "e"), Claims()); }},
      {"RS256 spoken as PS256", "bad_signature",
       [](const World& w) { return SignedToken(w.rsa, "RS256", Header("PS256", "r"), Claims()); }},
      {"another secret", "bad_signature", [](const World& w) { return w.Shared(HmacClaims(), kSecret + "x"); }},
      {"a cut MAC", "bad_signature",
       [](const World&) {
         const std::string header = R"({"alg":"HS256"})";
         const std::string mac = testing::HmacSha256(kSecret, testing::SigningInput(header, HmacClaims()));
         return TokenWith(header, HmacClaims(), mac.substr(0, 16));
       }},
      {"another issuer", "unknown_issuer",
       [](const World& w) { return w.Ec(R"({"iss":"https://id/","aud":"here","sub":"a","exp":1800000060})"); }},
      {"no issuer", "malformed_claims",
       [](const World& w) { return w.Ec(R"({"aud":"here","sub":"a","exp":1800000060})"); }},
      {"two issuers", "malformed_claims",
       [](const World& w) { return w.Ec(R"({"iss":["https://id"],"aud":"here","sub":"a","exp":1800000060})"); }},
      {"another audience", "wrong_audience",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":"there","sub":"a","exp":1800000060})"); }},
      {"a part of the audience", "wrong_audience",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":"her","sub":"a","exp":1800000060})"); }},
      {"a list without this audience", "wrong_audience",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":["x","HERE"],"sub":"a","exp":1800000060})"); }},
      {"no audience in the list", "wrong_audience",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":[],"sub":"a","exp":1800000060})"); }},
      {"no audience", "malformed_claims",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","sub":"a","exp":1800000060})"); }},
      {"an audience that is no text", "malformed_claims",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":["here",1],"sub":"a","exp":1800000060})"); }},
      {"expired", "expired",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":"here","sub":"a","exp":1799999970})"); }},
      {"no expiry", "malformed_claims",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":"here","sub":"a"})"); }},
      {"an expiry that is text", "malformed_claims",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":"here","sub":"a","exp":"1800000060"})"); }},
      {"an expiry with an exponent", "malformed_claims",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":"here","sub":"a","exp":1e12})"); }},
      {"an expiry beyond 64 bits", "malformed_claims",
       [](const World& w) {
         return w.Ec(R"({"iss":"https://id","aud":"here","sub":"a","exp":99999999999999999999})");
       }},
      {"a negative expiry", "malformed_claims",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":"here","sub":"a","exp":-1})"); }},
      {"not valid yet", "not_yet_valid", [](const World& w) { return w.Ec(Claims(R"(,"nbf":1800000031)")); }},
      {"nbf that is text", "malformed_claims", [](const World& w) { return w.Ec(Claims(R"(,"nbf":"0")")); }},
      {"issued in the future", "issued_in_future", [](const World& w) { return w.Ec(Claims(R"(,"iat":1800000031)")); }},
      {"no subject", "malformed_claims",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":"here","exp":1800000060})"); }},
      {"an empty subject", "malformed_claims",
       [](const World& w) { return w.Ec(R"({"iss":"https://id","aud":"here","sub":"","exp":1800000060})"); }},
      {"no scope", "insufficient_scope", [](const World& w) { return w.Ec(NarrowClaims("")); }},
      {"one of two scopes", "insufficient_scope",
       [](const World& w) { return w.Ec(NarrowClaims(R"(,"scope":"reports")")); }},
      {"a scope within another", "insufficient_scope",
       [](const World& w) { return w.Ec(NarrowClaims(R"(,"scope":"reports readonly")")); }},
  };
  return attacks;
}

TEST_CASE("a token is refused for its own fault") {
  const World& world = Shared();
  testing::CaseCount count("hostile tokens");
  for (const auto* attacks : {&HeaderAttacks(), &BodyAttacks()}) {
    for (const Attack& attack : *attacks) {
      INFO(attack.name);
      const std::string verdict = world.Verdict(attack.token(world));
      CHECK(verdict == attack.fault);
      count.Add(verdict == attack.fault);
    }
  }
}

TEST_CASE("the other side of each boundary is believed") {
  const World& world = Shared();
  const std::vector<std::string> good{
      world.Ec(R"({"iss":"https://id","aud":["x","here too"],"sub":"alice","exp":1800000060})"),
      world.Ec(R"({"iss":"https://id","aud":"here","sub":"alice","exp":1799999971})"),
      world.Ec(R"({"iss":"https://id","aud":"here","sub":"alice","exp":1799999970.001})"),
      world.Ec(Claims(R"(,"nbf":1800000030)")),
      world.Ec(Claims(R"(,"iat":1800000030)")),
      world.Ec(Claims(), R"(,"typ":"JWT")"),
      world.Ec(Claims(), R"(,"typ":"at+jwt")"),
      world.Ec(Claims(), R"(,"x5t":"AA","unknown":{})"),
      world.Ec(Claims(",\"a\":" + Nested(31))),
  };
  for (const std::string& token : good) CHECK(world.Verdict(token) == "ok company:alice");
  CHECK(world.Verdict(world.Ec(NarrowClaims(R"(,"scope":"read other reports")"))) == "ok narrow:n");
  CHECK(world.Verdict(world.Ec(NarrowClaims(R"(,"scp":["reports","read"])"))) == "ok narrow:n");
}

TEST_CASE("every single character of a token matters") {
  const World& world = Shared();
  const std::string token = world.Ec(Claims());
  testing::CaseCount count("tokens with one other character");
  for (std::size_t at = 0; at < token.size(); ++at) {
    CAPTURE(at);
    CHECK(count.Add(world.Verdict(Flip(token, at)).substr(0, 2) != "ok"));
  }
}

TEST_CASE("a key that is taken away no longer signs, a new one does, and a stranger cannot make us read all the time") {
  World world;
  const std::string old_token = world.Ec(Claims());
  CHECK(world.Verdict(old_token) == "ok company:alice");
  CHECK(world.reads == 1);

  SigningKey next("EC");
  world.key_set = testing::KeySetJson({next.Jwk("e2")});
  const std::string new_token = SignedToken(next, "ES256", Header("ES256", "e2"), Claims());
  // Within ten seconds of a read the set is not read again.
  world.clock->Advance(9999ms);
  CHECK(world.Verdict(new_token) == "unknown_key");
  CHECK(world.reads == 1);
  world.clock->Advance(1ms);
  CHECK(world.Verdict(new_token) == "ok company:alice");
  CHECK(world.reads == 2);
  CHECK(world.Verdict(old_token) == "unknown_key");  // revoked
  for (int i = 0; i < 100; ++i) world.Verdict(old_token);
  CHECK(world.reads == 2);
}

TEST_CASE("keys that cannot be read again are used for an hour, then nobody is believed or blamed") {
  World world;
  const auto token = [&] {
    const std::string expiry = std::to_string(world.clock->WallNow().seconds + 60);
    return world.Ec(R"({"iss":"https://id","aud":"here","sub":"alice","exp":)" + expiry + "}");
  };
  CHECK(world.Verdict(token()) == "ok company:alice");
  world.cause = "no network";
  world.clock->Advance(1h);
  CHECK(world.Verdict(token()) == "ok company:alice");
  world.clock->Advance(1ms);
  CHECK(world.Verdict(token()) == "keys_unavailable");
  CHECK(world.verifier->Check() == std::vector<std::string>{"the keys of company: no network"});
  // Not at once: reads are rate-limited when they fail, too.
  world.cause.clear();
  CHECK(world.Verdict(token()) == "keys_unavailable");
  world.clock->Advance(10s);
  CHECK(world.Verdict(token()) == "ok company:alice");
}

}  // namespace
}  // namespace querygate
