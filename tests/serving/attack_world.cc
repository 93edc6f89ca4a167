#include "tests/serving/attack_world.h"

#include <algorithm>
#include <ctime>
#include <filesystem>

#include <catch2/catch.hpp>

#include "engine/gateway/demo.h"
#include "engine/identity/bearer_token.h"
#include "tests/serving/raw_client.h"
#include "tools/server/report_words.h"

namespace querygate::server::testing {
namespace {

constexpr const char* kHeader = "apiVersion: querygate/v1\nkind: ";

constexpr const char* kDdl =
    "CREATE TABLE owned(item_id INTEGER PRIMARY KEY, name TEXT, owner TEXT, purchase_price INTEGER);\n"
    "CREATE TABLE ticks(n INTEGER PRIMARY KEY);\n";

std::string Report(const std::string& title, const std::string& body) {
  return std::string(kHeader) + "Report\ntitle: " + title + "\ndescription: " + title +
         ", for whoever may see them.\nowner: shop\nversion: 1\nsource: shop\n" + body;
}

constexpr const char* kNames = R"(parameters: {}
allow: { tables: { owned: [name] } }
queries:
  names:
    sql: SELECT name FROM owned ORDER BY name
    rows: { max: 10, over: reject }
    columns: { name: { type: text, max_length: 20 } }
result: { rows: names }
)";

constexpr const char* kOne = R"(parameters:
  item_id: { type: integer, min: 1, max: 1000, description: Number of the item. }
  label: { type: string, max_length: 60, optional: true, description: Its name. }
allow: { tables: { owned: [item_id, name] } }
queries:
  names:
    sql: SELECT name FROM owned WHERE item_id = :item_id AND (:label IS NULL OR name = :label)
    rows: { exactly: 1 }
    columns: { name: { type: text, max_length: 20 } }
result: { rows: names }
)";

// Runs until its deadline.
constexpr const char* kHold = R"(parameters: {}
allow:
  tables: { ticks: [n] }
  functions: [count]
queries:
  count:
    sql: >
      SELECT COUNT(*) AS tuples FROM ticks a, ticks b, ticks c, ticks d, ticks e, ticks f, ticks g, ticks h, ticks i
    rows: { exactly: 1 }
    columns: { tuples: { type: integer, min: 0, max: 1000000 } }
result: { rows: count }
limits: { use: endless }
)";

std::string Member(const std::string& name, const std::string& value) { return '"' + name + "\":" + value; }

}  // namespace

const char* NameOf(Door door) {
  switch (door) {
    case Door::kPost:
      return "POST";
    case Door::kGet:
      return "GET";
    case Door::kPage:
      return "page";
    case Door::kModern:
      return "MCP, modern";
    case Door::kHandshake:
      return "MCP, handshake";
  }
  return "";
}

std::string BytesOf(Door door, const Sent& sent) {
  const std::string last = (sent.keep ? "" : "Connection: close\r\n") + sent.headers;
  const auto with_body = [&](const std::string& path, const std::string& body) {
    return "POST " + path + " HTTP/1.1\r\n" + sent.host + last +
           "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  };
  const auto read = [&](const std::string& target) {
    return "GET " + target + " HTTP/1.1\r\n" + sent.host + last + "\r\n";
  };
  const std::string tool = ToolName(sent.report);
  const auto call = [&](const std::string& meta) {
    return R"({"jsonrpc":"2.0","id":"call","method":"tools/call","params":{)" + meta + R"("name":")" + tool +
           R"(","arguments":)" + sent.json + "}}";
  };
  switch (door) {
    case Door::kPost:
      return with_body("/v1/reports/" + sent.report, sent.json);
    case Door::kGet:
      return read("/v1/reports/" + sent.report + (sent.query.empty() ? "" : "?" + sent.query.substr(1)));
    case Door::kPage:
      return read("/reports/" + sent.report + "?%24run=1" + sent.query);
    case Door::kModern: {
      Sent mirrored = sent;
      const std::string body = call(
          R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},)");
      return "POST /mcp HTTP/1.1\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: " + tool +
             "\r\n" + sent.host + last +
             "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    }
    case Door::kHandshake: {
      const std::string body = call("");
      return "POST /mcp HTTP/1.1\r\nMCP-Protocol-Version: 2025-11-25\r\n" + sent.host + last +
             "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    }
  }
  return {};
}

Told ToldRejection(Door door, int status, const std::string& reason) {
  switch (door) {
    case Door::kPage:
      return {status, "Rejected: " + reason};
    case Door::kModern:
    case Door::kHandshake:
      return {200, R"({\"status\":\"rejected\",\"reason\":\")" + reason + R"(\"})"};
    default:
      return {status, R"({"status":"rejected","reason":")" + reason + "\"}"};
  }
}

Told ToldUnauthenticated(Door door) {
  if (door == Door::kPage) return {401, "It is not known who asks"};
  return {401, R"({"status":"rejected","reason":"unauthenticated"})"};
}

Told ToldUnknownReport(Door door) {
  if (door == Door::kPage) return {404, "There is no report of this name that you may call."};
  if (door == Door::kModern || door == Door::kHandshake) return {200, R"("code":-32602,"message":"unknown tool: )"};
  return {404, R"({"status":"rejected","reason":"unknown_report"})"};
}

AttackWorld::AttackWorld(const std::string& serve)
    : ann_(MakeBearerToken()), bob_(MakeBearerToken()), keeper_(MakeBearerToken()) {
  std::filesystem::remove_all(path("reports"));
  std::filesystem::remove(path("shop.sqlite"));
  deployment_.Write("querygate.yaml", std::string(kHeader) + R"(Gateway
sources: { shop: { path: shop.sqlite } }
identity:
  tokens: tokens.jsonl
  issuers:
    company:
      issuer: https://id.example.com
      audience: https://reports.example.com/mcp
      algorithms: [ES256, RS256]
      keys: { file: keys.json }
    batch:
      issuer: https://batch.example.com
      audience: https://reports.example.com/mcp
      algorithms: [HS256]
      keys: { secret: shared.secret }
audit: { file: audit.jsonl, key: audit.key }
)" + serve);
  const auto guarded = [this](const std::string& file, const std::string& text) {
    deployment_.Write(file, text);
    std::filesystem::permissions(path(file), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  };
  guarded("tokens.jsonl", TokenLine("ann", ann_, R"({"roles":["clerk"],"owner":"ann"})") +
                              TokenLine("bob", bob_, R"({"roles":["clerk"],"owner":"bob"})") +
                              TokenLine("keeper", keeper_, R"({"roles":["keeper"],"owner":"ann"})"));
  guarded("keys.json", querygate::testing::KeySetJson({ec_.Jwk("e"), rsa_.Jwk("r")}));
  guarded("shared.secret", shared_secret());
  // Longer than a busy machine takes: what is late for another reason tells nothing.
  deployment_.Write("policies/limits/default.yaml",
                    std::string(kHeader) + "Limits\nvm_steps: 1000000\ndeadline: 20s\n");
  deployment_.Write("policies/limits/endless.yaml",
                    std::string(kHeader) + "Limits\nvm_steps: 1000000000000\ndeadline: 1500ms\n");
  deployment_.Write("policies/sources/shop.sql", kDdl);
  deployment_.Write("policies/sources/shop.yaml", std::string(kHeader) + R"(Source
backend: sqlite
schema: shop.sql
expose: { owned: [item_id, name], ticks: [n] }
functions: [count]
row_scope: { owned: { owner: owner } }
)");
  deployment_.Write("policies/access.yaml", std::string(kHeader) + R"(Access
claims: { roles: roles }
scope: { owner: { claim: owner, type: string } }
roles:
  clerk: { reports: ['mine/*'] }
  keeper: { reports: ['vault/*'] }
)");
  deployment_.Write("reports/mine/names.yaml", Report("Own names", kNames));
  deployment_.Write("reports/mine/one.yaml", Report("One of them", kOne));
  deployment_.Write("reports/mine/hold.yaml", Report("Tuples", kHold));
  deployment_.Write("reports/vault/ledger.yaml", Report("Ledger", kNames));
  std::string rows =
      "INSERT INTO owned VALUES(1,'" + kAnnsRow + "','ann',7);INSERT INTO owned VALUES(2,'" + kBobsRow + "','bob',9);";
  for (int i = 0; i < 100; ++i) rows += "INSERT INTO ticks VALUES(" + std::to_string(i) + ");";
  const auto made = CreateDemoDatabase(path("shop.sqlite"), kDdl + rows);
  REQUIRE(made.has_value());
}

std::string AttackWorld::TokenLine(const std::string& name, const std::string& token, const std::string& claims) {
  return "{\"name\":\"" + name + "\",\"hash\":\"" + ToText(HashBearerToken(token)) + "\",\"claims\":" + claims + "}\n";
}

std::string AttackWorld::Claims(const std::vector<std::pair<std::string, std::string>>& changed) {
  std::vector<std::pair<std::string, std::string>> claims{{"iss", "\"https://id.example.com\""},
                                                          {"aud", "\"https://reports.example.com/mcp\""},
                                                          {"sub", "\"ann\""},
                                                          {"exp", std::to_string(std::time(nullptr) + 3600)},
                                                          {"roles", "[\"clerk\"]"},
                                                          {"owner", "\"ann\""}};
  for (const auto& [name, value] : changed) {
    const auto same =
        std::find_if(claims.begin(), claims.end(), [&](const auto& claim) { return claim.first == name; });
    if (same == claims.end()) {
      claims.emplace_back(name, value);
    } else {
      same->second = value;
    }
  }
  std::string text;
  for (const auto& [name, value] : claims) {
    if (value != "null") text += (text.empty() ? "{" : ",") + Member(name, value);
  }
  return text + '}';
}

std::string AttackWorld::Signed(const std::string& claims, const std::string& more_header) const {
  return querygate::testing::SignedToken(ec_, "ES256", R"({"alg":"ES256","kid":"e")" + more_header + '}', claims);
}

const std::string& AttackWorld::shared_secret() {
  static const std::string kSecret = "0123456789abcdef0123456789abcdef";
  return kSecret;
}

std::string AttackWorld::LeakIn(const std::string& answer) const {
  for (const std::string& secret :
       {kBobsRow, std::string("vault"), std::string("Ledger"), std::string("purchase_price"), std::string("sqlite"),
        ann_, bob_, keeper_, shared_secret(), std::filesystem::path(config()).parent_path().filename().string(),
        std::string("audit.jsonl")}) {
    if (answer.find(secret) != std::string::npos) return secret;
  }
  return {};
}

std::string Exchange(const ServedProgram& server, const std::string& bytes) {
  RawClient client(server.port());
  client.Send(bytes);
  return client.ReadToEnd();
}

int StatusOf(const std::string& answer) { return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0; }

std::size_t CountOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::string WithoutDate(std::string answer) {
  const std::size_t at = answer.find("\r\nDate: ");
  if (at != std::string::npos) answer.erase(at, answer.find("\r\n", at + 2) - at);
  return answer;
}

}  // namespace querygate::server::testing
