// Attacks by one caller on the calls of another: the ids of its requests and sessions, its connection, its answers.
#include <atomic>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/serving/attack_stage.h"
#include "tests/serving/raw_client.h"

namespace querygate::server::testing {
namespace {

constexpr std::int64_t kHoldMicroseconds = 1'500'000;  // the deadline of mine/hold

std::string Rpc(const std::string& token, const std::string& more, const std::string& body,
                const std::string& method = "POST") {
  return method + " /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + AttackWorld::Bearer(token) + more +
         "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST_CASE("attack: the session and the request of another caller, cancelled, ended or repeated") {
  AttackStage stage;
  for (const Door door : {Door::kHandshake, Door::kModern, Door::kPost}) {
    CAPTURE(NameOf(door));
    Sent hold;
    hold.report = "mine/hold";
    hold.headers = stage.AsAnn("Mcp-Session-Id: ann\r\nLast-Event-ID: 1\r\n");
    RawClient ann(stage.server.port());
    REQUIRE(ann.Send(BytesOf(door, hold)));  // its id is "call"
    const std::string session = "Mcp-Session-Id: ann\r\n";
    const std::string cancel =
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"call","reason":"x"}})";
    const std::string modern_cancel =
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"},"requestId":"call"}})";
    stage.Attack(Rpc(stage.world.keeper(), session, cancel), {202, ""});
    stage.Attack(Rpc(stage.world.keeper(), session + "MCP-Protocol-Version: 2026-07-28\r\n", modern_cancel), {202, ""});
    stage.Attack(Rpc(stage.world.keeper(), session, "{}", "DELETE"), {405, R"("reason":"method_not_allowed")"});
    stage.Attack(Rpc(stage.world.keeper(), session + "Last-Event-ID: 1\r\nAccept: text/event-stream\r\n", "", "GET"),
                 {405, R"("reason":"method_not_allowed")"});
    stage.Attack(Rpc(stage.world.keeper(), session, R"({"jsonrpc":"2.0","id":"call","result":{"isError":false}})"),
                 {400, R"("code":-32600)"});
    // Bob's own call has the same id, on a connection that says it is Ann's session.
    Sent own;
    own.headers = AttackWorld::Bearer(stage.world.bob()) + session;
    const std::string bobs = Exchange(stage.server, BytesOf(Door::kHandshake, own));
    CHECK(bobs.find(kBobsRow) != std::string::npos);
    const std::string answer = ann.ReadToEnd();
    CAPTURE(answer);
    CHECK(stage.count.Add(answer.find("deadline_exceeded") != std::string::npos));
    CHECK(stage.count.Add(stage.world.LeakIn(answer).empty()));
  }
  // A call that was taken back ends early. These ran for as long as they may.
  const std::string log = querygate::testing::ReadFile(stage.world.path("audit.jsonl"));
  std::size_t held = 0;
  for (std::size_t at = log.find("\"reason\":\"deadline_exceeded\""); at != std::string::npos;
       at = log.find("\"reason\":\"deadline_exceeded\"", at + 1)) {
    const std::size_t elapsed = log.find("\"elapsed_us\":", at);
    REQUIRE(elapsed != std::string::npos);
    CHECK(std::stoll(log.substr(elapsed + 13)) >= kHoldMicroseconds);
    ++held;
  }
  CHECK(held == 3);
}

TEST_CASE("attack: one connection, many callers, requests sent ahead") {
  AttackStage stage;
  RawClient proxy(stage.server.port());
  struct Expectation {
    int status;
    std::string row;
  };
  std::vector<Expectation> expected;
  std::string bytes;
  for (int i = 0; i < 60; ++i) {
    Sent sent;
    sent.keep = true;
    if (i % 4 == 0) sent.headers = AttackWorld::Bearer(stage.world.ann());
    if (i % 4 == 1) sent.headers = AttackWorld::Bearer(stage.world.bob());
    if (i % 4 == 3) sent.headers = AttackWorld::Bearer(stage.world.keeper());
    bytes += BytesOf(i % 8 < 4 ? Door::kPost : Door::kGet, sent);
    expected.push_back(i % 4 == 0   ? Expectation{200, kAnnsRow}
                       : i % 4 == 1 ? Expectation{200, kBobsRow}
                       : i % 4 == 2 ? Expectation{401, "unauthenticated"}
                                    : Expectation{404, "unknown_report"});
  }
  REQUIRE(proxy.Send(bytes));
  for (const Expectation& one : expected) {
    const RawResponse response = proxy.Read();
    CHECK(stage.count.Add(response.status == one.status));
    CHECK(stage.count.Add(response.body.find(one.row) != std::string::npos));
    const std::string& others = one.row == kAnnsRow ? kBobsRow : kAnnsRow;
    CHECK(stage.count.Add(one.row == kBobsRow ? response.body.find(kAnnsRow) == std::string::npos
                                              : response.body.find(others) == std::string::npos));
  }
}

TEST_CASE("attack: answers under the same ids at the same time stay with their callers") {
  AttackStage stage("execution: { calls: 4, queue: 400 }\n");
  std::atomic<int> right = 0, wrong = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 8; ++caller) {
    callers.emplace_back([&, caller] {
      const bool is_ann = caller % 2 == 0;
      Sent sent;
      sent.headers = AttackWorld::Bearer(is_ann ? stage.world.ann() : stage.world.bob());
      for (int call = 0; call < 25; ++call) {
        const std::string answer = Exchange(stage.server, BytesOf(kDoors[(caller + call) % 5], sent));
        const bool own = answer.find(is_ann ? kAnnsRow : kBobsRow) != std::string::npos;
        const bool others = answer.find(is_ann ? kBobsRow : kAnnsRow) != std::string::npos;
        ++(own && !others ? right : wrong);
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  CHECK(right == 200);
  CHECK(wrong == 0);
  stage.count.Add(200, static_cast<std::size_t>(wrong.load()));
}

}  // namespace
}  // namespace querygate::server::testing
