// From a header to a caller, with files as a deployment has them.
#include "engine/identity/authentication.h"

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/stat.h>

#include "tests/conformance/temporary_folder.h"
#include "tests/manual_clock.h"
#include "tests/unit/identity/token_maker.h"

namespace querygate {
namespace {

using namespace std::chrono_literals;
using testing::ManualClock;
using testing::SigningKey;

class Files {
 public:
  void Write(const std::string& name, const std::string& text, mode_t mode = 0600) {
    const std::string path = folder_.path() / name;
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
    REQUIRE(::chmod(path.c_str(), mode) == 0);
  }
  std::string directory() const { return folder_.path(); }
  std::string Path(const std::string& name) const { return folder_.path() / name; }

 private:
  testing::TemporaryFolder folder_;
};

IdentityDeclaration TokensOnly() {
  IdentityDeclaration identity;
  identity.tokens = Located<std::string>{"tokens.jsonl", {}};
  return identity;
}

IssuerDeclaration Issuer(KeyLocation keys, JwtAlgorithm algorithm) {
  IssuerDeclaration issuer;
  issuer.name.value = "company";
  issuer.issuer.value = "https://id";
  issuer.audience.push_back({"here", {}});
  issuer.algorithms = {algorithm};
  issuer.keys = std::move(keys);
  return issuer;
}

std::string Verdict(const Authentication& authentication, std::optional<std::string_view> header,
                    AnonymousCallers anonymous = AnonymousCallers::kRefuse) {
  const auto caller = authentication.Authenticate(header, anonymous);
  if (!caller) return std::string(NameOf(caller.error().fault));
  if (caller->anonymous) return "anonymous";
  return caller->subject + " " + caller->claims_json.value_or("-");
}

TEST_CASE("a bearer token is known by the hash in the file, until its line is removed") {
  Files files;
  const std::string token = MakeBearerToken();
  files.Write("tokens.jsonl", TokenLine("dashboard", HashBearerToken(token), R"({"store":"A"})") + "\n", 0644);
  const auto clock = std::make_shared<ManualClock>(1'800'000'000);
  const Authentication authentication(TokensOnly(), files.directory(), clock);
  CHECK(authentication.Check().empty());
  CHECK(Verdict(authentication, "Bearer " + token) == R"(token:dashboard {"store":"A"})");
  CHECK(Verdict(authentication, "bEARER   " + token) == R"(token:dashboard {"store":"A"})");
  CHECK(Verdict(authentication, "Bearer " + token + "x") == "unknown_token");
  CHECK(Verdict(authentication, "Bearer " + ToText(HashBearerToken(token)).substr(7)) == "unknown_token");

  files.Write("tokens.jsonl", "# revoked\n");
  clock->Advance(1999ms);
  CHECK(Verdict(authentication, "Bearer " + token) == R"(token:dashboard {"store":"A"})");
  clock->Advance(1ms);
  CHECK(Verdict(authentication, "Bearer " + token) == "unknown_token");
}

TEST_CASE("credentials that cannot be read are refused, never taken for an anonymous caller") {
  Files files;
  files.Write("tokens.jsonl", "");
  const Authentication authentication(TokensOnly(), files.directory(), std::make_shared<ManualClock>(1));
  CHECK(Verdict(authentication, std::nullopt) == "missing_credentials");
  CHECK(Verdict(authentication, std::nullopt, AnonymousCallers::kAccept) == "anonymous");
  for (const char* header : {"", "Bearer", "Bearer ", "Basic YTpi", "Bearer\ta", "Bearera", "Bearer a b", "Bearer a,b",
                             "Bearer \"a\"", "Bearer \xC3\xA9", "Bearer a\r\nX: y", "Token a"}) {
    CAPTURE(header);
    CHECK(Verdict(authentication, header, AnonymousCallers::kAccept) == "unsupported_scheme");
  }
  CHECK(Verdict(authentication, std::string_view("Bearer a\0b", 10), AnonymousCallers::kAccept) ==
        "unsupported_scheme");
  CHECK(Verdict(authentication, "Bearer a", AnonymousCallers::kAccept) == "unknown_token");
  CHECK(Verdict(authentication, "Bearer " + std::string(16 * 1024 + 1, 'a'), AnonymousCallers::kAccept) == "too_large");
  CHECK(Verdict(authentication, "Bearer " + std::string(16 * 1024, 'a'), AnonymousCallers::kAccept) == "unknown_token");
  CHECK(Verdict(authentication, "Bearer a.b.c", AnonymousCallers::kAccept) == "malformed_token");
}

TEST_CASE("a file that others may write decides nothing") {
  Files files;
  const std::string token = MakeBearerToken();
  const std::string text = TokenLine("dashboard", HashBearerToken(token), "{}");
  for (const mode_t mode : {0620U, 0602U, 0666U}) {
    files.Write("tokens.jsonl", text, mode);
    const Authentication authentication(TokensOnly(), files.directory(), std::make_shared<ManualClock>(1));
    CHECK(Verdict(authentication, "Bearer " + token) == "keys_unavailable");
    REQUIRE(authentication.Check().size() == 1);
    CHECK(authentication.Check()[0].find("can be written by others; run chmod go-w") != std::string::npos);
  }
  for (const mode_t mode : {0600U, 0644U, 0444U}) {
    files.Write("tokens.jsonl", text, 0600);
    REQUIRE(::chmod(files.Path("tokens.jsonl").c_str(), mode) == 0);
    const Authentication authentication(TokensOnly(), files.directory(), std::make_shared<ManualClock>(1));
    CHECK(Verdict(authentication, "Bearer " + token) == "token:dashboard {}");
    REQUIRE(::chmod(files.Path("tokens.jsonl").c_str(), 0600) == 0);
  }
}

TEST_CASE("a broken edit is bridged for a minute, then told") {
  Files files;
  const std::string token = MakeBearerToken();
  files.Write("tokens.jsonl", TokenLine("a", HashBearerToken(token), "{}"));
  const auto clock = std::make_shared<ManualClock>(1);
  const Authentication authentication(TokensOnly(), files.directory(), clock);
  CHECK(Verdict(authentication, "Bearer " + token) == "token:a {}");
  files.Write("tokens.jsonl", "{");
  clock->Advance(60s);
  CHECK(Verdict(authentication, "Bearer " + token) == "token:a {}");
  CHECK(authentication.Check().empty());
  clock->Advance(1ms);
  CHECK(Verdict(authentication, "Bearer " + token) == "keys_unavailable");
  CHECK(authentication.Check().size() == 1);
}

TEST_CASE("a JSON Web Token is checked with the keys of a file") {
  Files files;
  const SigningKey key("OKP");
  const auto token = [&key](const std::string& kid) {
    return "Bearer " + testing::SignedToken(key, "EdDSA", R"({"alg":"EdDSA","kid":")" + kid + R"("})",
                                            R"({"iss":"https://id","aud":"here","sub":"al:ice","exp":1800000060})");
  };
  files.Write("keys.json", testing::KeySetJson({key.Jwk("k1")}), 0644);
  IdentityDeclaration identity;
  KeyLocation keys;
  keys.file = Located<std::string>{"keys.json", {}};
  identity.issuers.push_back(Issuer(keys, JwtAlgorithm::kEdDsa));
  const auto clock = std::make_shared<ManualClock>(1'800'000'000);
  const Authentication authentication(identity, files.directory(), clock);
  CHECK(Verdict(authentication, token("k1")) ==
        R"(company:al:ice {"iss":"https://id","aud":"here","sub":"al:ice","exp":1800000060})");
  CHECK(Verdict(authentication, "Bearer opaque") == "unknown_token");
  files.Write("keys.json", testing::KeySetJson({key.Jwk("k2")}), 0644);
  clock->Advance(2s);
  CHECK(Verdict(authentication, token("k1")) == "unknown_key");
  CHECK(Verdict(authentication, token("k2")).starts_with("company:al:ice "));
}

TEST_CASE("a secret is kept from others") {
  Files files;
  const std::string secret(32, 's');
  const std::string header = R"({"alg":"HS256"})";
  const std::string claims = R"({"iss":"https://id","aud":"here","sub":"a","exp":1800000060})";
  const std::string token =
      "Bearer " +
      testing::TokenWith(header, claims, testing::HmacSha256(secret, testing::SigningInput(header, claims)));
  IdentityDeclaration identity;
  KeyLocation keys;
  keys.secret = Located<std::string>{"s.key", {}};
  identity.issuers.push_back(Issuer(keys, JwtAlgorithm::kHs256));
  for (const auto& [mode, verdict] : {std::pair<mode_t, std::string>{0600, "company:a " + claims},
                                      {0640, "keys_unavailable"},
                                      {0604, "keys_unavailable"}}) {
    files.Write("s.key", secret, mode);
    const Authentication authentication(identity, files.directory(), std::make_shared<ManualClock>(1'800'000'000));
    CHECK(Verdict(authentication, token) == verdict);
  }
}

TEST_CASE("many threads get the same answer while the file changes") {
  Files files;
  const std::string token = MakeBearerToken();
  files.Write("tokens.jsonl", TokenLine("a", HashBearerToken(token), "{}"));
  const auto clock = std::make_shared<ManualClock>(1);
  const Authentication authentication(TokensOnly(), files.directory(), clock);
  std::vector<std::string> verdicts(8);
  std::vector<std::thread> threads;
  for (std::string& verdict : verdicts) {
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        verdict = Verdict(authentication, "Bearer " + token);
        if (verdict != "token:a {}") return;
        clock->Advance(20ms);  // in all less than a value may be stale
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(std::set<std::string>(verdicts.begin(), verdicts.end()) == std::set<std::string>{"token:a {}"});
}

TEST_CASE("what clients are told") {
  ProtectedResource none;
  CHECK(ChallengeOf(TokenFault::kMissingCredentials, none) == R"(Bearer realm="querygate")");
  CHECK(ChallengeOf(TokenFault::kExpired, none) == R"(Bearer realm="querygate", error="invalid_token")");
  ProtectedResource resource{"https://reports.example/mcp", {"https://id.example"}, {"reports", "read"}};
  const std::string rest =
      R"(scope="reports read", resource_metadata="https://reports.example/.well-known/oauth-protected-resource/mcp")";
  CHECK(ChallengeOf(TokenFault::kMissingCredentials, resource) == "Bearer " + rest);
  CHECK(ChallengeOf(TokenFault::kUnsupportedScheme, resource) == "Bearer " + rest);
  CHECK(ChallengeOf(TokenFault::kBadSignature, resource) == R"(Bearer error="invalid_token", )" + rest);
  CHECK(ChallengeOf(TokenFault::kInsufficientScope, resource) == R"(Bearer error="insufficient_scope", )" + rest);
  CHECK(ChallengeOf(TokenFault::kKeysUnavailable, resource) == "");
  CHECK(DenialOf(TokenFault::kKeysUnavailable) == Denial::kUnavailable);
  CHECK(DenialOf(TokenFault::kInsufficientScope) == Denial::kInsufficientScope);
  CHECK(DenialOf(TokenFault::kUnknownToken) == Denial::kUnauthenticated);
  CHECK(ResourceMetadataJson(resource) ==
        R"({"resource":"https://reports.example/mcp","authorization_servers":["https://id.example"],)"
        R"("scopes_supported":["reports","read"],"bearer_methods_supported":["header"]})");
  CHECK(ResourcePath(resource) == "/mcp");
  CHECK(ResourceMetadataAddress({"https://a:8443", {}, {}}) == "https://a:8443/.well-known/oauth-protected-resource");
}

}  // namespace
}  // namespace querygate
