// Tokens that must not be believed, each refused for its own reason.
#include <functional>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/cases.h"
#include "tests/unit/identity/jwt_world.h"

namespace querygate {
namespace {

using namespace testing;

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

const std::vector<Attack>& HeaderAttacks() {
  static const std::vector<Attack> attacks{
      {"alg none, no signature", "unsupported_algorithm",
       [](const World&) { return TokenWith(R"({"alg":"none"})", GoodClaims(), ""); }},
      {"alg None", "unsupported_algorithm", [](const World&) { return TokenWith(R"({"alg":"None"})", GoodClaims(), ""); }},
      {"alg none with a signature", "unsupported_algorithm",
       [](const World& w) { return SignedToken(w.ec, "ES256", R"({"alg":"none","kid":"e"})", GoodClaims()); }},
      {"no alg", "unsupported_algorithm",
       [](const World& w) { return SignedToken(w.ec, "ES256", R"({"kid":"e"})", GoodClaims()); }},
      {"alg as a list", "unsupported_algorithm",
       [](const World& w) { return SignedToken(w.ec, "ES256", R"({"alg":["ES256"],"kid":"e"})", GoodClaims()); }},
      {"an algorithm that is not built in", "unsupported_algorithm",
       [](const World& w) { return SignedToken(w.rsa, "RS256", Header("RS512", "r"), GoodClaims()); }},
      {"alg in another case", "unsupported_algorithm",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("es256", "e"), GoodClaims()); }},
      {"HS256 under an RSA public key as PEM", "algorithm_not_allowed",
       [](const World& w) {
         const std::string header = Header("HS256", "r");
         return TokenWith(header, GoodClaims(), HmacSha256(w.rsa.PublicPem(), SigningInput(header, GoodClaims())));
       }},
      {"HS256 under an RSA public key as a JSON Web Key", "algorithm_not_allowed",
       [](const World& w) {
         const std::string header = Header("HS256", "r");
         return TokenWith(header, GoodClaims(), HmacSha256(w.rsa.Jwk("r"), SigningInput(header, GoodClaims())));
       }},
      {"a public key signature for the issuer of a secret", "algorithm_not_allowed",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("ES256", "e"), HmacClaims()); }},
      {"an algorithm that another issuer may use", "algorithm_not_allowed",
       [](const World& w) { return SignedToken(w.rsa, "RS256", Header("RS256", "r"), NarrowClaims("")); }},
      {"RS256 with the id of an EC key", "algorithm_not_for_key",
       [](const World& w) { return SignedToken(w.rsa, "RS256", Header("RS256", "e"), GoodClaims()); }},
      {"ES256 with the id of an RSA key", "algorithm_not_for_key",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("ES256", "r"), GoodClaims()); }},
      {"RS256 with a key for PS256", "algorithm_not_for_key",
       [](const World& w) { return SignedToken(w.pss, "RS256", Header("RS256", "p"), GoodClaims()); }},
      {"an embedded key", "refused_header",
       [](const World& w) {
         return SignedToken(w.stranger, "ES256", Header("ES256", "e", R"(,"jwk":)" + w.stranger.Jwk("e")), GoodClaims());
       }},
      {"the address of a key set", "refused_header",
       [](const World& w) {
         return SignedToken(w.stranger, "ES256", Header("ES256", "e", R"(,"jku":"https://evil/keys")"), GoodClaims());
       }},
      {"the address of a certificate", "refused_header",
       [](const World& w) { return w.Ec(GoodClaims(), R"(,"x5u":"https://evil/c")"); }},
      {"a certificate", "refused_header", [](const World& w) { return w.Ec(GoodClaims(), R"(,"x5c":["AA"])"); }},
      {"something critical", "refused_header",
       [](const World& w) { return w.Ec(GoodClaims(), R"(,"crit":["b64"],"b64":false)"); }},
      {"something critical, empty", "refused_header", [](const World& w) { return w.Ec(GoodClaims(), R"(,"crit":[])"); }},
      {"a nested token", "refused_header", [](const World& w) { return w.Ec(GoodClaims(), R"(,"cty":"JWT")"); }},
      {"an id token of another kind", "wrong_type",
       [](const World& w) { return w.Ec(GoodClaims(), R"(,"typ":"logout+jwt")"); }},
      {"typ as a number", "wrong_type", [](const World& w) { return w.Ec(GoodClaims(), R"(,"typ":1)"); }},
      {"an unknown key", "unknown_key",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("ES256", "x"), GoodClaims()); }},
      {"an empty id", "unknown_key",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("ES256", ""), GoodClaims()); }},
      {"an id that is a path", "unknown_key",
       [](const World& w) { return SignedToken(w.ec, "ES256", Header("ES256", "../../etc/passwd"), GoodClaims()); }},
      {"no id where two keys fit", "unknown_key",
       [](const World& w) { return SignedToken(w.rsa, "PS256", R"({"alg":"PS256"})", GoodClaims()); }},
      {"an id that is no text", "malformed_token",
       [](const World& w) { return SignedToken(w.ec, "ES256", R"({"alg":"ES256","kid":1})", GoodClaims()); }},
      {"alg twice", "malformed_token",
       [](const World& w) {
         return SignedToken(w.ec, "ES256", R"({"alg":"none","alg":"ES256","kid":"e"})", GoodClaims());
       }},
      {"a header that is a list", "malformed_token",
       [](const World& w) { return SignedToken(w.ec, "ES256", R"(["ES256"])", GoodClaims()); }},
      {"a header larger than 4 KiB", "too_large",
       [](const World& w) { return w.Ec(GoodClaims(), R"(,"x":")" + std::string(4096, 'x') + '"'); }},
  };
  return attacks;
}

const std::vector<Attack>& BodyAttacks() {
  static const std::vector<Attack> attacks{
      {"empty", "malformed_token", [](const World&) { return std::string(); }},
      {"two parts", "malformed_token",
       [](const World& w) {
         auto t = w.Ec(GoodClaims());
         return t.substr(0, t.rfind('.'));
       }},
      {"two signatures", "malformed_token",
       [](const World& w) {
         auto t = w.Ec(GoodClaims());
         return t + t.substr(t.rfind('.'));
       }},
      {"five parts", "malformed_token", [](const World& w) { return w.Ec(GoodClaims()) + ".a.b"; }},
      {"padding", "malformed_token", [](const World& w) { return w.Ec(GoodClaims()) + "=="; }},
      {"a line feed at the end", "malformed_token", [](const World& w) { return w.Ec(GoodClaims()) + "\n"; }},
      {"plain base64 characters", "malformed_token",
       [](const World& w) {
         auto t = w.Ec(GoodClaims());
         t.back() = '+';
         return t;
       }},
      {"bits behind the last byte", "malformed_token",
       [](const World& w) {  // 64 bytes leave four free bits in the last character
         auto t = w.Ec(GoodClaims());
         const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
         t.back() = alphabet[alphabet.find(t.back()) + 1];
         return t;
       }},
      {"claims twice", "malformed_token", [](const World& w) { return w.Ec(GoodClaims(R"(,"sub":"root")")); }},
      {"claims twice, one escaped", "malformed_token",
       [](const World& w) { return w.Ec(GoodClaims(R"(,"su\u0062":"root")")); }},
      {"claims twice below", "malformed_token", [](const World& w) { return w.Ec(GoodClaims(R"(,"a":{"b":1,"b":2})")); }},
      {"something behind the claims", "malformed_token", [](const World& w) { return w.Ec(GoodClaims() + "{}"); }},
      {"claims that are no object", "malformed_token", [](const World& w) { return w.Ec("[]"); }},
      {"claims that are not UTF-8", "malformed_token", [](const World& w) { return w.Ec(GoodClaims(",\"a\":\"\xFF\"")); }},
      {"claims nested too deeply", "malformed_token",
       [](const World& w) { return w.Ec(GoodClaims(",\"a\":" + Nested(200))); }},
      {"a huge token", "too_large",
       [](const World& w) { return w.Ec(GoodClaims(R"(,"a":")" + std::string(16384, 'a') + '"')); }},
      {"a tampered payload", "bad_signature",
       [](const World& w) {
         const std::string good = w.Ec(GoodClaims());
         const std::string other = w.Ec(GoodClaims(R"(,"roles":["root"])"));
         return good.substr(0, Dot(good, 1)) + other.substr(Dot(other, 1), Dot(other, 2) - Dot(other, 1)) +
                good.substr(Dot(good, 2));
       }},
      {"a tampered signature", "bad_signature",
       [](const World& w) {
         auto t = w.Ec(GoodClaims());
         return Flip(t, Dot(t, 2) + 10);
       }},
      {"no signature", "bad_signature",
       [](const World& w) {
         auto t = w.Ec(GoodClaims());
         return t.substr(0, t.rfind('.') + 1);
       }},
      {"a signature of zeros", "bad_signature",
       [](const World&) { return TokenWith(Header("ES256", "e"), GoodClaims(), std::string(64, '\0')); }},
      {"a signature with a zero more", "bad_signature",
       [](const World& w) {  // the same two numbers
         const std::string header = Header("ES256", "e");
         std::string signature = w.ec.Sign("ES256", SigningInput(header, GoodClaims()));
         return TokenWith(header, GoodClaims(), signature.insert(32, 1, '\0'));
       }},
      {"a signature in DER", "bad_signature",
       [](const World&) { return TokenWith(Header("ES256", "e"), GoodClaims(), std::string(70, '\x30')); }},
      {"a stranger's key", "bad_signature",
       [](const World& w) { return SignedToken(w.stranger, "ES256", Header("ES256", "e"), GoodClaims()); }},
      {"RS256 spoken as PS256", "bad_signature",
       [](const World& w) { return SignedToken(w.rsa, "RS256", Header("PS256", "r"), GoodClaims()); }},
      {"another secret", "bad_signature", [](const World& w) { return w.Shared(HmacClaims(), kSecret + "x"); }},
      {"a cut MAC", "bad_signature",
       [](const World&) {
         const std::string header = R"({"alg":"HS256"})";
         const std::string mac = HmacSha256(kSecret, SigningInput(header, HmacClaims()));
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
      {"not valid yet", "not_yet_valid", [](const World& w) { return w.Ec(GoodClaims(R"(,"nbf":1800000031)")); }},
      {"nbf that is text", "malformed_claims", [](const World& w) { return w.Ec(GoodClaims(R"(,"nbf":"0")")); }},
      {"issued in the future", "issued_in_future", [](const World& w) { return w.Ec(GoodClaims(R"(,"iat":1800000031)")); }},
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
  CaseCount count("hostile tokens");
  for (const auto* attacks : {&HeaderAttacks(), &BodyAttacks()}) {
    for (const Attack& attack : *attacks) {
      INFO(attack.name);
      const std::string verdict = world.Verdict(attack.token(world));
      CHECK(verdict == attack.fault);
      count.Add(verdict == attack.fault);
    }
  }
}

TEST_CASE("every single character of a token matters") {
  const World& world = Shared();
  const std::string token = world.Ec(GoodClaims());
  CaseCount count("tokens with one other character");
  for (std::size_t at = 0; at < token.size(); ++at) {
    CAPTURE(at);
    CHECK(count.Add(world.Verdict(Flip(token, at)).substr(0, 2) != "ok"));
  }
}

}  // namespace
}  // namespace querygate
