// Attacks on the served program by a caller whom it knows: for another's rows, for reports out of reach, for what tells
// that they exist.
#include <catch2/catch.hpp>

#include "tests/serving/attack_stage.h"

namespace querygate::server::testing {
namespace {

Told Told404(Door door) { return ToldRejection(door, 404, "not_found"); }

std::string Header(const std::string& answer, const std::string& name) {
  const std::size_t at = answer.find("\r\n" + name + ": ");
  if (at == std::string::npos) return {};
  const std::size_t start = at + name.size() + 4;
  return answer.substr(start, answer.find("\r\n", start) - start);
}

TEST_CASE("attack: the scope of another, asked for by every door") {
  AttackStage stage;
  struct ScopeAttack {
    const char* name;
    std::string json, query;
  };
  for (const ScopeAttack& attack : std::vector<ScopeAttack>{
           {"as an argument", R"({"owner":"bob"})", "&owner=bob"},
           {"as an argument that is right", R"({"owner":"ann"})", "&owner=ann"},
           {"in capitals", R"({"Owner":"bob"})", "&OWNER=bob"},
           {"encoded", R"({"\u006fwner":"bob"})", "&%6fwner=bob"},
           {"as a list", R"({"owner":["ann","bob"]})", "&owner=ann&owner=bob"},
           {"as an object", R"({"owner":{"$ne":"ann"}})", "&owner%5B%24ne%5D=ann"},
           {"as a whole scope", R"({"scope":{"owner":"bob"}})", "&scope.owner=bob"},
           {"as claims", R"({"claims":{"owner":"bob"},"roles":["keeper"]})", "&claims=bob&roles=keeper"},
           {"as an empty name", R"({"":"bob"})", "&=bob"},
       }) {
    for (const Door door : kDoors) {
      CAPTURE(attack.name, NameOf(door));
      Sent sent;
      sent.json = attack.json;
      sent.query = attack.query;
      sent.headers = stage.AsAnn();
      stage.Attack(BytesOf(door, sent), ToldRejection(door, 422, "unknown_argument"));
    }
  }
  // Where nobody looks, it changes nothing.
  for (const char* header : {"Owner: bob\r\n", "X-Owner: bob\r\nX-Forwarded-User: bob\r\nX-Remote-User: bob\r\n",
                             "Cookie: owner=bob; token=bob\r\n", "Mcp-Session-Id: bob\r\n", "Mcp-Param-Owner: bob\r\n",
                             "Forwarded: for=bob\r\n", "From: bob\r\n"}) {
    for (const Door door : kDoors) {
      CAPTURE(header, NameOf(door));
      Sent sent;
      sent.headers = stage.AsAnn(header);
      stage.Attack(BytesOf(door, sent), {200, kAnnsRow});
    }
  }
  for (const char* member : {R"("owner":"bob")", R"("scope":{"owner":"bob"})", R"("identity":{"subject":"token:bob"})",
                             R"("_meta":{"owner":"bob","subject":"token:bob"})"}) {
    CAPTURE(member);
    const std::string body = std::string(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{)") + member +
                             R"(,"name":"mine_names","arguments":{}}})";
    stage.Attack("POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + stage.AsAnn() +
                     "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                     body,
                 {200, kAnnsRow});
  }
  stage.ServesAnn();
}

TEST_CASE("attack: another's row by its number, and SQL for a value, at every door") {
  AttackStage stage;
  for (const Door door : kDoors) {
    CAPTURE(NameOf(door));
    const auto ask = [&](const std::string& id, const std::string& label = {}, const std::string& escaped = {}) {
      Sent sent;
      sent.report = "mine/one";
      sent.json = "{\"item_id\":" + id + (label.empty() ? "" : ",\"label\":\"" + label + "\"") + "}";
      sent.query = "&item_id=" + id + (label.empty() ? "" : "&label=" + escaped);
      sent.headers = stage.AsAnn();
      return BytesOf(door, sent);
    };
    stage.Attack(ask("1"), {200, kAnnsRow});
    const std::string others = stage.Attack(ask("2"), Told404(door));
    const std::string nobodys = stage.Attack(ask("3"), Told404(door));
    // A page fills its form in with what was sent.
    if (door != Door::kPage) CHECK(WithoutDate(others) == WithoutDate(nobodys));
    stage.Attack(ask("1", "' OR 1=1 --", "%27+OR+1%3D1+--"), Told404(door));
    stage.Attack(ask("1", "x' UNION SELECT owner FROM owned --", "x%27+UNION+SELECT+owner+FROM+owned+--"),
                 Told404(door));
    stage.Attack(ask("2", ":owner", "%3Aowner"), Told404(door));
  }
  stage.ServesAnn();
}

TEST_CASE("attack: a report out of reach is word for word one that does not exist") {
  AttackStage stage;
  for (const Door door : kDoors) {
    CAPTURE(NameOf(door));
    const auto ask = [&](const std::string& report, const std::string& json = "{}", const std::string& query = {}) {
      Sent sent;
      sent.report = report;
      sent.json = json;
      sent.query = query;
      sent.headers = stage.AsAnn("If-None-Match: *\r\n");
      return WithoutDate(stage.Attack(BytesOf(door, sent), ToldUnknownReport(door)));
    };
    const std::string none = ask("nosuch/ledger");
    CHECK(ask("vault/ledger") == none);
    CHECK(ask("vault/ledger", R"({"x":1})", "&x=1") == none);
    CHECK(ask("vault/none") == none);
  }
  for (const Door door : {Door::kPost, Door::kGet, Door::kPage}) {
    for (const char* report : {"mine/../vault/ledger", "./vault/ledger", "vault%2fledger", "vault%2Fledger",
                               "vault/%6cedger", "VAULT/LEDGER", "vault/ledger.yaml", "vault//ledger", "vault/ledger/",
                               "vault\\ledger", "vault/ledger%00", "vault/ledger;a=1", "../policies/access",
                               "..%2f..%2fpolicies%2faccess", "mine/names/../../vault/ledger", "/vault/ledger"}) {
      CAPTURE(NameOf(door), report);
      Sent sent;
      sent.report = report;
      sent.headers = stage.AsAnn();
      stage.Attack(BytesOf(door, sent), ToldUnknownReport(door));
    }
  }
  // The keeper reaches it, or all of this says nothing.
  Sent sent;
  sent.report = "vault/ledger";
  sent.headers = AttackWorld::Bearer(stage.world.keeper());
  CHECK(StatusOf(Exchange(stage.server, BytesOf(Door::kPost, sent))) == 200);
  stage.ServesAnn();
}

TEST_CASE("attack: lists, documents and counts tell a caller of its own reports only") {
  AttackStage stage;
  const auto get = [&](const std::string& target) {
    return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + stage.AsAnn() + "\r\n";
  };
  const auto rpc = [&](const std::string& path, const std::string& method, const std::string& params) {
    const std::string body = R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + "}";
    return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + stage.AsAnn() +
           "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  };
  stage.Attack(get("/v1/reports"), {200, R"("report":"mine/names")"});
  stage.Attack(get("/openapi.json"), {200, R"("/v1/reports/mine/names")"});
  stage.Attack(get("/"), {200, "Own names"});
  stage.Attack(get("/?q=ledger"), {200, "<html"});
  stage.Attack(get("/reports/mine/names"), {200, "Own names"});
  stage.Attack(rpc("/mcp", "tools/list", "{}"), {200, R"("name":"mine_names")"});
  stage.Attack(rpc("/mcp/mine", "tools/list", "{}"), {200, R"("name":"mine_names")"});
  const std::string hidden = stage.Attack(rpc("/mcp/vault", "tools/list", "{}"), {404, R"("code":-32602)"});
  const std::string none = stage.Attack(rpc("/mcp/nosuch", "tools/list", "{}"), {404, R"("code":-32602)"});
  CHECK(WithoutDate(hidden) == WithoutDate(none));
  // `/metrics` is not there unless the deployment says so.
  stage.Attack(get("/metrics"), {404, R"("reason":"unknown_path")"});
}

TEST_CASE("attack: what one caller was told is not good for another") {
  AttackStage stage;
  const auto names = [&](const std::string& token, const std::string& more) {
    Sent sent;
    sent.headers = AttackWorld::Bearer(token) + more;
    return Exchange(stage.server, BytesOf(Door::kGet, sent));
  };
  const std::string anns = names(stage.world.ann(), "");
  const std::string tag = Header(anns, "ETag");
  REQUIRE(tag.size() > 10);
  CHECK(Header(anns, "Cache-Control") == "private, no-cache");
  CHECK(Header(anns, "Vary") == "Accept, Authorization");
  CHECK(StatusOf(names(stage.world.ann(), "If-None-Match: " + tag + "\r\n")) == 304);
  const std::string bobs = names(stage.world.bob(), "If-None-Match: " + tag + "\r\n");
  CHECK(stage.count.Add(StatusOf(bobs) == 200));
  CHECK(stage.count.Add(bobs.find(kBobsRow) != std::string::npos));
  CHECK(stage.count.Add(bobs.find(kAnnsRow) == std::string::npos));
  CHECK(stage.count.Add(Header(bobs, "ETag") != tag));
  CHECK(StatusOf(names(stage.world.keeper(), "If-None-Match: " + tag + "\r\n")) == 404);
  CHECK(StatusOf(names("", "If-None-Match: " + tag + "\r\n")) == 401);
  // Refusals are not for caches either.
  for (const std::string& refusal :
       {names(stage.world.keeper(), ""), names("", ""),
        Exchange(stage.server,
                 "GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + stage.AsAnn() + "\r\n")}) {
    CAPTURE(refusal);
    CHECK(Header(refusal, "Cache-Control") == "no-store");
  }
}

}  // namespace
}  // namespace querygate::server::testing
