// Attacks on the served program with bytes that are no request, more than one, or too much of one.
#include <chrono>
#include <memory>

#include <catch2/catch.hpp>

#include "tests/serving/attack_stage.h"
#include "tests/serving/raw_client.h"

namespace querygate::server::testing {
namespace {

using namespace std::chrono_literals;

constexpr const char* kPost = "POST /v1/reports/mine/names HTTP/1.1\r\n";

std::string Repeat(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST_CASE("attack: bytes that two readers take for different requests") {
  // However busy the machine is: these are refused for what they are, not for being late.
  AttackStage stage("serve: { request_timeout: 60s }\n");
  const std::string ann = "Host: localhost\r\n" + stage.AsAnn();
  // Whose framing is in order is answered by the front door, which keeps the connection.
  const std::string last = ann + "Connection: close\r\n\r\n";
  const std::string head = kPost + ann + "Content-Type: application/json\r\n";
  // What is smuggled asks for Bob's rows with Bob's own token: a server that reads it answers with them.
  const std::string smuggled =
      "GET /v1/reports/mine/names HTTP/1.1\r\nHost: localhost\r\n" + AttackWorld::Bearer(stage.world.bob()) + "\r\n";
  const std::string chunk = "0\r\n\r\n" + smuggled;
  const std::string size = std::to_string(smuggled.size());
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  struct Case {
    const char* name;
    std::string bytes;
    int status = 400;
    const char* reason = "malformed_request";
  };
  for (const Case& one : std::vector<Case>{
           {"a length and chunks", head + "Content-Length: 5\r\n" + chunked + "\r\n" + chunk},
           {"chunks and a length", head + chunked + "Content-Length: 5\r\n\r\n" + chunk},
           {"two lengths", head + "Content-Length: 0\r\nContent-Length: " + size + "\r\n\r\n" + smuggled},
           {"one length twice", head + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}" + smuggled},
           {"a list of lengths", head + "Content-Length: 0, " + size + "\r\n\r\n" + smuggled},
           {"a signed length", head + "Content-Length: +2\r\n\r\n{}" + smuggled},
           {"two codings", head + chunked + chunked + "\r\n" + chunk},
           {"another coding", head + "Transfer-Encoding: gzip, chunked\r\n\r\n" + chunk},
           {"a coding with a tab in it", head + "Transfer-Encoding: chunked\v\r\n\r\n" + chunk},
           {"a coding in HTTP/1.0", "POST /v1/reports/mine/names HTTP/1.0\r\n" + ann + chunked + "\r\n" + chunk},
           {"a chunk size with a sign", head + chunked + "\r\n+2\r\n{}\r\n" + chunk},
           {"a chunk size ended by a line feed", head + chunked + "\r\n2\n{}\r\n" + chunk},
           {"a chunk without its end", head + chunked + "\r\n2\r\n{}" + chunk},
           {"a trailer", head + chunked + "\r\n2\r\n{}\r\n0\r\nX: y\r\n\r\n"},
           {"credentials in a trailer",
            "POST /v1/reports/mine/names HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
            "application/json\r\n" +
                chunked + "\r\n2\r\n{}\r\n0\r\n" + stage.AsAnn() + "\r\n"},
           {"the host in a trailer", kPost + stage.AsAnn() + "Content-Type: application/json\r\n" + chunked +
                                         "\r\n2\r\n{}\r\n0\r\nHost: localhost\r\n\r\n"},
           {"a folded coding", head + "Transfer-Encoding:\r\n chunked\r\n\r\n2\r\n{}\r\n" + chunk},
           {"a folded length", head + "Content-Length:\r\n\t2\r\n\r\n{}" + smuggled},
           {"a folded header", head + "X: a\r\n b\r\nContent-Length: 2\r\n\r\n{}"},
           {"a first header that is folded", kPost + std::string(" X: a\r\n") + ann + "\r\n"},
           {"a blank before the colon", head + "Content-Length : 2\r\n\r\n{}" + smuggled},
           {"a header without a name", head + ": 2\r\n\r\n" + smuggled},
           {"a header ended by a line feed", head + "X: a\nContent-Length: 2\r\n\r\n{}"},
           {"a header ended by a carriage return", head + "X: a\rContent-Length: 2\r\n\r\n{}"},
           {"NUL in a header", head + std::string("X: a\0b\r\n", 8) + "Content-Length: 2\r\n\r\n{}"},
           {"NUL in a header's name", head + std::string("X\0Y: b\r\n", 8) + "Content-Length: 2\r\n\r\n{}"},
           {"NUL in the target", std::string("GET /v1/reports/mine/names\0x HTTP/1.1\r\n", 38) + ann + "\r\n"},
           {"the address of another host for a target",
            "GET http://evil.example/v1/reports/mine/names HTTP/1.1\r\n" + last},
           {"the own address for a target", "GET http://localhost/v1/reports/mine/names HTTP/1.1\r\n" + last},
           {"an authority for a target", "CONNECT localhost:443 HTTP/1.1\r\n" + last},
           {"an asterisk for a target", "OPTIONS * HTTP/1.1\r\n" + last},
           {"a fragment in the target", "GET /v1/reports/mine/names#x HTTP/1.1\r\n" + last},
           {"bytes that are no text in the query", "GET /v1/reports/mine/names?a=%ff HTTP/1.1\r\n" + last},
           {"NUL in the query", "GET /v1/reports/mine/names?a=%00 HTTP/1.1\r\n" + last},
           {"half an escape in the query", "GET /v1/reports/mine/names?a=%4 HTTP/1.1\r\n" + last},
           {"HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
           {"bare line feeds", "GET / HTTP/1.1\nHost: localhost\n\n", 505},
           {"a body larger than is read", head + "Content-Length: 262145\r\n\r\n", 413, "request_too_large"},
           {"a body larger than can be", head + "Content-Length: 18446744073709551615\r\n\r\n", 413,
            "request_too_large"},
           {"a body larger than numbers", head + "Content-Length: 18446744073709551617\r\n\r\n"},
           {"a chunk larger than is read", head + chunked + "\r\n40001\r\n", 413, "request_too_large"},
           {"a chunk larger than can be", head + chunked + "\r\nffffffffffffffff\r\n", 413, "request_too_large"},
           {"a header larger than is read", head + "X: " + std::string(20000, 'x') + "\r\n\r\n", 431,
            "request_too_large"},
           {"more headers than are read", head + Repeat("X: y\r\n", 4000) + "\r\n", 431, "request_too_large"},
           {"headers without an end", head + Repeat("X: y\r\n", 20'000), 431, "request_too_large"},
           {"a target larger than is read", "GET /" + std::string(20000, 'a') + " HTTP/1.1\r\n\r\n", 431,
            "request_too_large"},
       }) {
    CAPTURE(one.name);
    stage.Attack(one.bytes, {one.status, std::string(R"({"status":"rejected","reason":")") + one.reason + "\"}"});
    // However the bytes come: in pieces, the parser may have forgotten what the piece before was.
    RawClient slow(stage.server.port());
    const std::size_t piece = one.bytes.size() < 1000 ? 1 : 1000;
    for (std::size_t at = 0; at < one.bytes.size() && slow.Send(one.bytes.substr(at, piece)); at += piece) {
    }
    const std::string answer = slow.ReadToEnd();
    CHECK(stage.count.Add(StatusOf(answer) == one.status));
    CHECK(stage.count.Add(stage.world.LeakIn(answer).empty()));
  }
  stage.ServesAnn();
  CHECK(stage.server.Stop() == 0);
}

TEST_CASE("attack: JSON that readers take differently, or that takes all memory or stack") {
  AttackStage stage;
  const std::string deep = Repeat("[", 20'000) + Repeat("]", 20'000);
  const std::string deep_objects = Repeat(R"({"a":)", 20'000) + "1" + Repeat("}", 20'000);
  std::string many = "[0";
  for (int i = 0; i < 20'000; ++i) many += ",0";
  many += ']';
  struct Case {
    const char* name;
    std::string json;  // of the arguments
  };
  for (const Case& one : std::vector<Case>{
           {"nested 20,000 deep", R"({"item_id":)" + deep + "}"},
           {"objects 20,000 deep", R"({"item_id":)" + deep_objects + "}"},
           {"never closed", R"({"item_id":)" + Repeat("[", 20'000)},
           {"20,000 values", R"({"item_id":)" + many + "}"},
           {"an argument twice", R"({"item_id":1,"item_id":2})"},
           {"an argument twice, once escaped", R"({"item_id":1,"\u0069tem_id":2})"},
           {"a comment", R"({"item_id":1/*,"label":"x"*/})"},
           {"a comma too many", R"({"item_id":1,})"},
           {"another value behind", R"({"item_id":1}{"item_id":2})"},
           {"no number", R"({"item_id":NaN})"},
           {"a number in hexadecimal", R"({"item_id":0x1})"},
           {"half a surrogate", R"({"item_id":1,"label":"\ud800"})"},
           {"bytes that are no text", "{\"item_id\":1,\"label\":\"\xff\"}"},
           {"an overlong slash", "{\"item_id\":1,\"label\":\"\xc0\xaf\"}"},
           {"a byte order mark", "\xef\xbb\xbf{\"item_id\":1}"},
       }) {
    for (const Door door : {Door::kPost, Door::kModern, Door::kHandshake}) {
      CAPTURE(one.name, NameOf(door));
      Sent sent;
      sent.report = "mine/one";
      sent.json = one.json;
      sent.headers = stage.AsAnn();
      const Told told =
          door == Door::kPost ? ToldRejection(door, 422, "invalid_arguments") : Told{400, R"("code":-32700)"};
      stage.Attack(BytesOf(door, sent), told);
    }
  }
  // The same within a message.
  const auto rpc = [&](const std::string& body) {
    return "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + stage.AsAnn() +
           "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  };
  const std::string call = R"("params":{"name":"mine_names","arguments":{}})";
  stage.Attack(rpc(R"({"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call",)" + call + "}"),
               {400, R"("code":-32700)"});
  stage.Attack(rpc(R"({"jsonrpc":"2.0","id":1,"id":2,"method":"tools/call",)" + call + "}"), {400, R"("code":-32700)"});
  stage.Attack(rpc("[" + Repeat(R"({"jsonrpc":"2.0","id":1,"method":"ping"},)", 100) + "1]"),
               {400, R"("code":-32600)"});
  stage.Attack(rpc(R"({"jsonrpc":"2.0","id":[1],"method":"ping"})"), {400, R"("code":-32600)"});
  stage.Attack(rpc(R"({"jsonrpc":"2.0","id":")" + std::string(1000, 'i') + R"(","method":"ping"})"),
               {400, R"("code":-32600)"});
  stage.ServesAnn();
}

TEST_CASE("attack: requests that trickle, wherever they stop, while others are served") {
  AttackStage stage("serve: { request_timeout: 700ms, idle_timeout: 30s }\n");
  const std::string head =
      kPost + std::string("Host: localhost\r\n") + stage.AsAnn() + "Content-Type: application/json\r\n";
  const std::vector<std::string> stops{"P",
                                       kPost,
                                       head.substr(0, head.size() - 7),
                                       head + "Content-Length: 2\r\n\r\n",
                                       head + "Content-Length: 2\r\n\r\n{",
                                       head + "Transfer-Encoding: chunked\r\n\r\n1\r\n",
                                       head + "Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"};
  const auto begun = std::chrono::steady_clock::now();
  std::vector<std::unique_ptr<RawClient>> slow;
  for (int round = 0; round < 20; ++round) {
    for (const std::string& stop : stops) {
      slow.push_back(std::make_unique<RawClient>(stage.server.port()));
      REQUIRE(slow.back()->Send(stop));
    }
  }
  // One that always sends something is no better: the time is that of the whole request.
  RawClient dripping(stage.server.port());
  REQUIRE(dripping.Send(head + "X: "));
  stage.ServesAnn();
  int drops = 0;
  while (dripping.Send("x") && std::chrono::steady_clock::now() - begun < 10s) {
    std::this_thread::sleep_for(20ms);
    ++drops;
  }
  CHECK(drops < 400);
  for (const auto& client : slow) {
    const std::string answer = client->ReadToEnd();
    CHECK(stage.count.Add(answer.find(R"({"status":"rejected","reason":"request_timeout"})") != std::string::npos));
  }
  stage.ServesAnn();
}

}  // namespace
}  // namespace querygate::server::testing
