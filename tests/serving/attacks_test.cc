// Attacks on the served program, as bytes at every door: who asks, from where, and for whose rows. Each row names what
// must come back, and nothing that is not the caller's may stand in any byte of it. docs/attacks.md has the table.
#include <ctime>

#include <catch2/catch.hpp>

#include "tests/serving/attack_stage.h"

namespace querygate::server::testing {
namespace {

using querygate::testing::HmacSha256;
using querygate::testing::SigningInput;
using querygate::testing::SigningKey;
using querygate::testing::TokenWith;

struct TokenAttack {
  const char* name;
  std::string headers;
  const char* fault;  // as the operator is told
};

std::vector<TokenAttack> TokenAttacks(const AttackWorld& world) {
  const auto bearer = [](const std::string& token) { return AttackWorld::Bearer(token); };
  const auto claims = [](const char* name, const std::string& value) { return AttackWorld::Claims({{name, value}}); };
  const std::string good = AttackWorld::Claims();
  const std::string now = std::to_string(std::time(nullptr));
  const std::string soon = std::to_string(std::time(nullptr) + 3600), past = std::to_string(std::time(nullptr) - 3600);
  const auto hmac = [&](const std::string& secret, const std::string& of) {
    const std::string header = R"({"alg":"HS256","kid":"e"})";
    return TokenWith(header, of, HmacSha256(secret, SigningInput(header, of)));
  };
  const std::string honest = world.Signed(good);
  const std::string signature = honest.substr(honest.rfind('.'));
  const SigningKey stranger("EC");
  const auto forged = [&](const std::string& header) {
    return querygate::testing::SignedToken(stranger, "ES256", header, good);
  };
  std::string nested(4000, '[');
  nested += std::string(4000, ']');
  return {
      {"no token", "", "missing_credentials"},
      {"a token in a cookie", "Cookie: Authorization=Bearer " + world.ann() + "\r\n", "missing_credentials"},
      {"another scheme", "Authorization: Basic YW5uOmFubg==\r\n", "unsupported_scheme"},
      {"two tokens in one header", bearer(world.ann() + ", Bearer " + world.bob()), "unsupported_scheme"},
      {"a token with a line of its own", "Authorization:Bearer\t" + world.ann() + "\r\n", "unsupported_scheme"},
      {"a guessed token", bearer("qg_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), "unknown_token"},
      {"a token without its last character", bearer(world.ann().substr(0, world.ann().size() - 1)), "unknown_token"},
      {"a token with one more", bearer(world.ann() + "A"), "unknown_token"},
      {"a token in capitals", bearer("QG_" + world.ann().substr(3)), "unknown_token"},
      {"a name for a token", bearer("ann"), "unknown_token"},
      {"wrong audience", bearer(world.Signed(claims("aud", "\"https://elsewhere.example.com/mcp\""))),
       "wrong_audience"},
      {"nearly the audience", bearer(world.Signed(claims("aud", "\"https://reports.example.com/mcp/\""))),
       "wrong_audience"},
      {"no audience", bearer(world.Signed(claims("aud", "null"))), "malformed_claims"},
      {"another issuer", bearer(world.Signed(claims("iss", "\"https://evil.example\""))), "unknown_issuer"},
      {"the other issuer's name, this one's key", bearer(world.Signed(claims("iss", "\"https://batch.example.com\""))),
       "algorithm_not_allowed"},
      {"expired", bearer(world.Signed(claims("exp", past))), "expired"},
      {"never expires", bearer(world.Signed(claims("exp", "null"))), "malformed_claims"},
      {"expires as text", bearer(world.Signed(claims("exp", '"' + soon + '"'))), "malformed_claims"},
      {"not valid yet", bearer(world.Signed(claims("nbf", soon))), "not_yet_valid"},
      {"issued tomorrow", bearer(world.Signed(claims("iat", soon))), "issued_in_future"},
      {"nobody", bearer(world.Signed(claims("sub", "\"\""))), "malformed_claims"},
      {"alg none", bearer(TokenWith(R"({"alg":"none"})", good, "")), "unsupported_algorithm"},
      {"alg None with a signature", bearer(TokenWith(R"({"alg":"None","kid":"e"})", good, "x")),
       "unsupported_algorithm"},
      {"no alg", bearer(TokenWith(R"({"kid":"e"})", good, "x")), "unsupported_algorithm"},
      {"the public key as an HMAC secret", bearer(hmac(world.ec().PublicPem(), good)), "algorithm_not_allowed"},
      {"the public key as the other issuer's secret",
       bearer(hmac(world.ec().PublicPem(), claims("iss", "\"https://batch.example.com\""))), "bad_signature"},
      {"RS256 named, key of ES256", bearer(TokenWith(R"({"alg":"RS256","kid":"e"})", good, "x")),
       "algorithm_not_for_key"},
      {"a stranger's key under the right name", bearer(forged(R"({"alg":"ES256","kid":"e"})")), "bad_signature"},
      {"a key that the token brings", bearer(forged(R"({"alg":"ES256","jwk":)" + stranger.Jwk("e") + "}")),
       "refused_header"},
      {"a key at an address", bearer(forged(R"({"alg":"ES256","kid":"e","jku":"https://evil.example/keys"})")),
       "refused_header"},
      {"a certificate at an address", bearer(forged(R"({"alg":"ES256","kid":"e","x5u":"https://evil.example/c"})")),
       "refused_header"},
      {"a critical extension", bearer(world.Signed(good, R"(,"crit":["b64"],"b64":false)")), "refused_header"},
      {"a key that is a path", bearer(forged(R"({"alg":"ES256","kid":"../../../dev/null"})")), "unknown_key"},
      {"no key named, none fits alone", bearer(forged(R"({"alg":"ES256"})")), "bad_signature"},
      {"another store's claims under an honest signature",
       bearer(SigningInput(R"({"alg":"ES256","kid":"e"})", claims("owner", "\"bob\"")) + signature), "bad_signature"},
      {"half a signature", bearer(honest.substr(0, honest.size() - 46)), "bad_signature"},
      {"stray bits behind the signature", bearer(honest + "="), "malformed_token"},
      {"a claim twice", bearer(world.Signed(good.substr(0, good.size() - 1) + R"(,"owner":"bob"})")),
       "malformed_token"},
      {"claims nested 4000 deep", bearer(world.Signed(claims("roles", nested))), "malformed_token"},
  };
}

TEST_CASE("attack: tokens that must not be believed, at every door") {
  AttackStage stage;
  stage.ServesAnn();
  for (const Door door : kDoors) {  // what an issuer signs is believed, or nothing here says anything
    Sent sent;
    sent.headers = AttackWorld::Bearer(stage.world.Signed(AttackWorld::Claims()));
    stage.Attack(BytesOf(door, sent), {200, kAnnsRow});
  }
  for (const TokenAttack& attack : TokenAttacks(stage.world)) {
    for (const Door door : kDoors) {
      CAPTURE(attack.name, NameOf(door));
      const std::size_t before = stage.server.log().size();
      Sent sent;
      sent.headers = attack.headers;
      const std::string answer = stage.Attack(BytesOf(door, sent), ToldUnauthenticated(door));
      CHECK(answer.find("\r\nWWW-Authenticate: Bearer") != std::string::npos);
      CHECK(answer.find(attack.fault) == std::string::npos);
      const std::string told = stage.server.log().substr(before);
      CAPTURE(told);
      CHECK(stage.count.Add(told.find(std::string("\"cause\":\"") + attack.fault) != std::string::npos));
      CHECK(stage.count.Add(told.find(stage.world.ann()) == std::string::npos));
    }
  }
  // A token in the address is none.
  stage.Attack("GET /v1/reports/mine/names?access_token=" + stage.world.ann() +
                   " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
               ToldUnauthenticated(Door::kGet));
  stage.ServesAnn();
  CHECK(stage.server.Stop() == 0);
}

TEST_CASE("attack: pages that call by another name or from another site, at every door") {
  AttackStage stage("serve: { metrics: true }\n");
  struct AddressAttack {
    std::string host;
    std::string origin;
    int status;
    const char* reason;
  };
  const std::string port = std::to_string(stage.server.port());
  std::vector<AddressAttack> attacks;
  for (const std::string& host :
       {std::string("evil.example"), "evil.example:" + port, std::string("localhost.evil.example"),
        std::string("localhost@evil.example"), std::string("evil.example@localhost"), std::string("localhost:80@evil"),
        std::string("127.0.0.1.nip.io"), std::string("0.0.0.0"), std::string("2130706433"), std::string("127.1"),
        std::string("[::ffff:127.0.0.1]"), std::string("localhost:8o80"), std::string("localhost/evil"),
        std::string("localhost."), std::string("localhost, evil.example"), std::string("xn--localhost"),
        std::string()}) {
    attacks.push_back({"Host: " + host + "\r\n", "", 403, "host_not_allowed"});
  }
  for (const std::string& origin :
       {std::string("http://evil.example"), std::string("null"), std::string("http://localhost.evil.example"),
        "https://localhost:" + port, std::string("http://localhost:1"), "http://localhost:" + port + "/",
        "http://localhost:" + port + " http://evil.example", std::string("file://"), std::string("localhost"),
        std::string("chrome-extension://abcdef"), std::string()}) {
    attacks.push_back({"Host: localhost:" + port + "\r\n", "Origin: " + origin + "\r\n", 403, "origin_not_allowed"});
  }
  attacks.push_back({"Host: localhost\r\nHost: evil.example\r\n", "", 400, "malformed_request"});
  attacks.push_back({"Host: evil.example\r\nHost: localhost\r\n", "", 400, "malformed_request"});
  attacks.push_back({"Host: localhost\r\nHost: localhost\r\n", "", 400, "malformed_request"});
  attacks.push_back({"X-Forwarded-Host: localhost\r\n", "", 400, "malformed_request"});
  attacks.push_back({"Host: localhost\r\n", "Origin: http://localhost\r\nOrigin: null\r\n", 400, "malformed_request"});
  for (const AddressAttack& attack : attacks) {
    for (const Door door : kDoors) {
      CAPTURE(attack.host, attack.origin, NameOf(door));
      Sent sent;
      sent.host = attack.host;
      sent.headers = stage.AsAnn(attack.origin);
      const std::string answer =
          stage.Attack(BytesOf(door, sent),
                       {attack.status, R"({"status":"rejected","reason":")" + std::string(attack.reason) + "\"}"});
      CHECK(answer.find("Access-Control") == std::string::npos);
    }
    // What tells of reports in other ways, a preflight, and counts, which ask for no identity.
    for (const char* start : {"GET /", "GET /v1/reports", "GET /openapi.json", "GET /metrics", "GET /assets/none",
                              "OPTIONS /mcp", "GET /.well-known/oauth-protected-resource"}) {
      CAPTURE(start);
      stage.Attack(std::string(start) + " HTTP/1.1\r\nConnection: close\r\nAccess-Control-Request-Method: POST\r\n" +
                       attack.host + attack.origin + "\r\n",
                   {attack.status, attack.reason});
    }
  }
  const std::string own =
      Exchange(stage.server, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  CHECK(own.find("querygate_calls_total{report=\"mine/names\"") == std::string::npos);  // nothing was called
  CHECK(StatusOf(own) == 200);
  stage.ServesAnn();
}

TEST_CASE("attack: credentials and other headers that decide, sent twice") {
  AttackStage stage;
  for (const Door door : kDoors) {
    CAPTURE(NameOf(door));
    for (const std::string& twice :
         {stage.AsAnn(AttackWorld::Bearer(stage.world.bob())), AttackWorld::Bearer(stage.world.bob()) + stage.AsAnn(),
          stage.AsAnn("Content-Type: text/plain\r\nContent-Type: application/json\r\n"),
          stage.AsAnn("Mcp-Method: tools/list\r\nMcp-Method: tools/list\r\n")}) {
      Sent sent;
      sent.headers = twice;
      stage.Attack(BytesOf(door, sent), {400, R"("reason":"malformed_request")"});
    }
  }
  stage.ServesAnn();
}

}  // namespace
}  // namespace querygate::server::testing
