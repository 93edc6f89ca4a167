// `identity`, `audit` and `rate_limits` of a Gateway document, and the mistakes that would make them weaker than they
// look.
#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "engine/load/web_address.h"
#include "tests/cases.h"
#include "tests/unit/load/load_support.h"

namespace querygate {
namespace {

using testing::MakeText;
using testing::Summaries;

Loaded<GatewayDeclaration> Load(const std::string& body) {
  return LoadGateway(MakeText("apiVersion: querygate/v1\nkind: Gateway\n" + body), "");
}

constexpr const char* kIdentity = R"(identity:
  tokens: var/tokens.jsonl
  issuers:
    company:
      issuer: https://id.example
      audience: https://reports.example/mcp
      algorithms: [ES256, RS256]
      keys: { url: 'https://id.example/keys', ca: ca.pem }
      leeway: 10s
    batch:
      issuer: batch
      audience: [a, b]
      algorithms: [HS256]
      keys: { secret: batch.key }
  resource: https://reports.example/mcp
  authorization_servers: [https://id.example]
  scopes: [reports]
)";

TEST_CASE("an identity block with every key") {
  const auto loaded = Load(kIdentity);
  CHECK(Summaries(loaded.diagnostics).empty());
  REQUIRE(loaded.value);
  REQUIRE(loaded.value->identity);
  const IdentityDeclaration& identity = *loaded.value->identity;
  CHECK(identity.tokens->value == "var/tokens.jsonl");
  CHECK(identity.resource->value == "https://reports.example/mcp");
  CHECK(identity.authorization_servers.at(0).value == "https://id.example");
  CHECK(identity.scopes.at(0).value == "reports");
  REQUIRE(identity.issuers.size() == 2);
  const IssuerDeclaration& company = identity.issuers[0];
  CHECK(company.name.value == "company");
  CHECK(company.issuer.value == "https://id.example");
  CHECK(company.audience.at(0).value == "https://reports.example/mcp");
  CHECK(company.algorithms == std::vector{JwtAlgorithm::kEs256, JwtAlgorithm::kRs256});
  CHECK(company.keys.url->value == "https://id.example/keys");
  CHECK(company.keys.ca->value == "ca.pem");
  CHECK_FALSE(company.keys.file);
  CHECK(company.leeway->value == 10'000);
  const IssuerDeclaration& batch = identity.issuers[1];
  CHECK(batch.audience.at(1).value == "b");
  CHECK(batch.algorithms == std::vector{JwtAlgorithm::kHs256});
  CHECK(batch.keys.secret->value == "batch.key");
  CHECK_FALSE(batch.leeway);
}

TEST_CASE("an audit block and rate limits with every key, and with the least") {
  const auto full = Load(
      "audit: { file: a.jsonl, key: a.key, rotate: 64KiB, sync: 500ms }\n"
      "rate_limits:\n  gateway: { calls: 1000, per: 1s, burst: 2000 }\n  caller: { calls: 60 }\n"
      "  report: { calls: 5, per: 1h }\n");
  CHECK(Summaries(full.diagnostics).empty());
  REQUIRE(full.value);
  REQUIRE(full.value->audit);
  CHECK(full.value->audit->file.value == "a.jsonl");
  CHECK(full.value->audit->key.value == "a.key");
  CHECK(full.value->audit->rotate_bytes->value == 65536);
  CHECK(full.value->audit->sync_milliseconds->value == 500);
  const RateLimitsDeclaration& limits = full.value->rate_limits;
  CHECK(limits.gateway->calls.value == 1000);
  CHECK(limits.gateway->per_milliseconds == 1000);
  CHECK(limits.gateway->burst->value == 2000);
  CHECK(limits.caller->per_milliseconds == 60'000);
  CHECK_FALSE(limits.caller->burst);
  CHECK(limits.report->per_milliseconds == 3'600'000);

  const auto least = Load("audit: { file: a.jsonl, key: a.key, sync: always }\n");
  REQUIRE(least.value);
  CHECK_FALSE(least.value->audit->sync_milliseconds);
  CHECK_FALSE(least.value->audit->rotate_bytes);
  CHECK_FALSE(least.value->identity);
  CHECK_FALSE(least.value->rate_limits.gateway);
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

struct Mistake {
  std::string from, to;  // an edit of kIdentity
  std::string says;      // a part of the one finding
};

TEST_CASE("a mistake that would weaken identity is refused by its own finding") {
  const std::vector<Mistake> mistakes{
      {"algorithms: [ES256, RS256]", "algorithms: [none]", "`none`"},
      {"algorithms: [ES256, RS256]", "algorithms: [HS512]", "`HS512`"},
      {"algorithms: [ES256, RS256]", "algorithms: []", "must name at least one algorithm"},
      {"algorithms: [ES256, RS256]", "algorithms: [ES256, ES256]", "named twice"},
      {"algorithms: [ES256, RS256]", "algorithms: [HS256]", "names HS256 without a `secret`"},
      {"algorithms: [ES256, RS256]", "algorithms: [RS256, HS256]", "names HS256 without a `secret`"},
      {"      algorithms: [ES256, RS256]\n", "", "algorithms"},
      {"algorithms: [HS256]", "algorithms: [RS256]", "has a `secret` and names another algorithm"},
      {"      audience: https://reports.example/mcp\n", "", "audience"},
      {"audience: https://reports.example/mcp", "audience: []", "must name at least one audience"},
      {"audience: https://reports.example/mcp", "audience: ''", "audience"},
      {"      issuer: https://id.example\n", "", "issuer"},
      {"issuer: batch", "issuer: https://id.example", "the issuer is that of `company` as well"},
      {"    batch:", "    token:", "is no name of an issuer"},
      {"keys: { url: 'https://id.example/keys', ca: ca.pem }", "keys: { ca: ca.pem, file: k }", "`ca` stands without"},
      {"keys: { url: 'https://id.example/keys', ca: ca.pem }", "keys: { url: 'https://a/k', file: k }", "one of"},
      {"keys: { url: 'https://id.example/keys', ca: ca.pem }", "keys: {}", "one of"},
      {"https://id.example/keys", "http://id.example/keys", "no https address"},
      {"https://id.example/keys", "https://user@id.example/keys", "no https address"},
      {"leeway: 10s", "leeway: 301s", "more than five minutes"},
      {"resource: https://reports.example/mcp", "resource: http://reports.example/mcp", "no canonical address"},
      {"resource: https://reports.example/mcp", "resource: https://reports.example/mcp/", "no canonical address"},
      {"resource: https://reports.example/mcp", "resource: https://reports.example/mcp#x", "no canonical address"},
      {"  resource: https://reports.example/mcp\n", "", "stand without `resource`"},
      {"  authorization_servers: [https://id.example]\n", "", "stands without `authorization_servers`"},
      {"[https://id.example]", "[id.example]", "no address of an authorization server"},
      {"scopes: [reports]", "scopes: ['a\"b']", "no name of an OAuth scope"},
      {"scopes: [reports]", "scopes: ['a b']", "no name of an OAuth scope"},
  };
  testing::CaseCount count("identity configuration mistakes");
  for (const Mistake& mistake : mistakes) {
    const auto loaded = Load(Replaced(kIdentity, mistake.from, mistake.to));
    CAPTURE(mistake.from, mistake.to, Summaries(loaded.diagnostics));
    CHECK_FALSE(loaded.value);
    REQUIRE(loaded.diagnostics.size() == 1);
    CHECK(count.Add(loaded.diagnostics[0].message.find(mistake.says) != std::string::npos));
  }
}

TEST_CASE("mistakes in the other blocks") {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {"identity: {}\n", "names neither `tokens` nor `issuers`"},
      {"audit: { file: a.jsonl }\n", "key"},
      {"audit: { file: a, key: a }\n", "are one file"},
      {"audit: { file: a, key: b, rotate: 65535 }\n", "less than 64KiB"},
      {"audit: { file: a, key: b, sync: never }\n", "sync"},
      {"rate_limits: { caller: { calls: 0 } }\n", "calls"},
      {"rate_limits: { caller: { calls: 1, per: 25h } }\n", "more than a day"},
      {"rate_limits: { caller: { per: 1s } }\n", "calls"},
      {"rate_limits: { callers: { calls: 1 } }\n", "callers"},
  };
  for (const auto& [body, says] : mistakes) {
    const auto loaded = Load(body);
    CAPTURE(body, Summaries(loaded.diagnostics));
    CHECK_FALSE(loaded.value);
    REQUIRE(loaded.diagnostics.size() == 1);
    CHECK(loaded.diagnostics[0].message.find(says) != std::string::npos);
  }
  CHECK(Load("rate_limits: { caller: { calls: 1000000, per: 1d, burst: 1 } }\n").value);
  CHECK_FALSE(Load("rate_limits: { caller: { calls: 1000001 } }\n").value);
}

TEST_CASE("addresses of servers") {
  for (const char* good : {"https://a", "https://a.example:8443/p/q", "https://[::1]:1/x", "http://127.0.0.1:80",
                           "http://localhost/x", "http://[::1]:8080/mcp"}) {
    CAPTURE(good);
    CHECK(IsWebAddress(good));
  }
  for (const char* bad :
       {"", "https://", "https:///p", "http://a.example", "http://127.0.0.1.evil.example", "https://a:0",
        "https://a:65536", "https://a:", "https://a@b", "https://a?q", "https://a#f", "https://a b", "https://\xC3\xA9",
        "ftp://a", "https://[::1", "https://[::1]x", "https://[]", "HTTPS://a"}) {
    CAPTURE(bad);
    CHECK_FALSE(IsWebAddress(bad));
  }
  const auto address = ParseWebAddress("https://[::1]:8443/a/b");
  REQUIRE(address);
  CHECK(address->host == "::1");
  CHECK(address->port == "8443");
  CHECK(address->path == "/a/b");
  CHECK(ParseWebAddress("https://a")->port == "443");
  CHECK(ParseWebAddress("http://localhost")->port == "80");
}

}  // namespace
}  // namespace querygate
