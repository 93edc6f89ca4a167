// Tokens that are believed, up to each boundary, and keys that come and go.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/unit/identity/jwt_world.h"

namespace querygate {
namespace {

using namespace testing;

TEST_CASE("tokens of every algorithm are believed") {
  const World& world = Shared();
  CHECK(world.Verdict(SignedToken(world.rsa, "RS256", Header("RS256", "r"), GoodClaims())) == "ok company:alice");
  CHECK(world.Verdict(SignedToken(world.rsa, "PS256", Header("PS256", "r"), GoodClaims())) == "ok company:alice");
  CHECK(world.Verdict(SignedToken(world.pss, "PS256", Header("PS256", "p"), GoodClaims())) == "ok company:alice");
  CHECK(world.Verdict(world.Ec(GoodClaims())) == "ok company:alice");
  CHECK(world.Verdict(SignedToken(world.okp, "EdDSA", Header("EdDSA", "o"), GoodClaims())) == "ok company:alice");
  CHECK(world.Verdict(world.Shared(HmacClaims())) == "ok shared:batch");
  // Without an id the only key that fits is meant.
  CHECK(world.Verdict(SignedToken(world.okp, "EdDSA", R"({"alg":"EdDSA"})", GoodClaims())) == "ok company:alice");
  const auto verified = world.verifier->Verify(world.Ec(GoodClaims(R"(,"roles":["support"])")));
  REQUIRE(verified);
  CHECK(verified->claims_json == GoodClaims(R"(,"roles":["support"])"));
}

TEST_CASE("the other side of each boundary is believed") {
  const World& world = Shared();
  const std::vector<std::string> good{
      world.Ec(R"({"iss":"https://id","aud":["x","here too"],"sub":"alice","exp":1800000060})"),
      world.Ec(R"({"iss":"https://id","aud":"here","sub":"alice","exp":1799999971})"),
      world.Ec(R"({"iss":"https://id","aud":"here","sub":"alice","exp":1799999970.001})"),
      world.Ec(GoodClaims(R"(,"nbf":1800000030)")),
      world.Ec(GoodClaims(R"(,"iat":1800000030)")),
      world.Ec(GoodClaims(), R"(,"typ":"JWT")"),
      world.Ec(GoodClaims(), R"(,"typ":"at+jwt")"),
      world.Ec(GoodClaims(), R"(,"x5t":"AA","unknown":{})"),
      world.Ec(GoodClaims(",\"a\":" + Nested(31))),
  };
  for (const std::string& token : good) CHECK(world.Verdict(token) == "ok company:alice");
  CHECK(world.Verdict(world.Ec(NarrowClaims(R"(,"scope":"read other reports")"))) == "ok narrow:n");
  CHECK(world.Verdict(world.Ec(NarrowClaims(R"(,"scp":["reports","read"])"))) == "ok narrow:n");
}

TEST_CASE("a key that is taken away no longer signs, a new one does, and a stranger cannot make us read all the time") {
  World world;
  const std::string old_token = world.Ec(GoodClaims());
  CHECK(world.Verdict(old_token) == "ok company:alice");
  CHECK(world.reads == 1);

  SigningKey next("EC");
  world.key_set = KeySetJson({next.Jwk("e2")});
  const std::string new_token = SignedToken(next, "ES256", Header("ES256", "e2"), GoodClaims());
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
