// Callers of every kind at once, tokens that change, clients that go away, and SIGTERM in the midst of it. Under the
// thread sanitizer the program ends with a code of its own where it saw a race.
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/serving/attack_stage.h"
#include "tests/serving/raw_client.h"

namespace querygate::server::testing {
namespace {

using namespace std::chrono_literals;

constexpr int kCallers = 12;
constexpr int kEnough = 60;  // own rows, before it is told to end
constexpr auto kPatience = 60s;

struct Tally {
  std::atomic<int> own{0}, refused{0}, cut{0}, wrong{0};
};

// One connection's worth of asking as Ann or Bob. False once nobody listens.
bool AskOnce(const AttackStage& stage, int caller, int turn, Tally& tally) {
  RawClient client(stage.server.port(), RawClient::Refusal::kIsAnAnswer);
  if (!client.connected()) return false;
  const bool is_ann = caller % 2 == 0;
  Sent sent;
  sent.headers = AttackWorld::Bearer(is_ann ? stage.world.ann() : stage.world.bob());
  const auto plain = [&](const std::string& start) {
    return start + " HTTP/1.1\r\nHost: localhost\r\n" + sent.headers + "\r\n";
  };
  switch (turn % 7) {
    case 0: {  // gone before the answer, by a wire on which that matters and one on which it does not
      sent.report = "mine/hold";
      client.Send(BytesOf(turn % 4 == 0 ? Door::kHandshake : Door::kModern, sent));
      if (turn % 3 == 0) std::this_thread::sleep_for(20ms);
      return true;
    }
    case 1:
      client.Send("GET /half HTTP/1.1\r\nHost: lo");
      return true;
    case 2:
      sent.headers += "Content-Length: 1\r\n";
      break;
    default:
      break;
  }
  const std::string ahead =
      plain("GET /openapi.json") + plain("GET /metrics") + plain("HEAD /") + plain("GET /healthz");
  client.Send((turn % 5 == 0 ? ahead : std::string()) + BytesOf(kDoors[turn % 5], sent));
  const std::string answer = client.ReadToEnd();
  const bool own = answer.find(is_ann ? kAnnsRow : kBobsRow) != std::string::npos;
  const bool others = answer.find(is_ann ? kBobsRow : kAnnsRow) != std::string::npos;
  ++(others ? tally.wrong : own ? tally.own : answer.empty() ? tally.cut : tally.refused);
  return true;
}

TEST_CASE("callers of every kind at once, until the program is told to end") {
  AttackStage stage(
      "serve: { max_connections: 40, metrics: true, drain_timeout: 5s, request_timeout: 1s }\n"
      "execution: { calls: 4, queue: 64 }\n"
      "rate_limits: { gateway: { calls: 100000, per: 1s }, caller: { calls: 100000, per: 1s } }\n");
  Tally tally;
  std::atomic<bool> over = false;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < kCallers; ++caller) {
    callers.emplace_back([&, caller] {
      for (int turn = caller; !over && AskOnce(stage, caller, turn, tally); ++turn) {
      }
    });
  }
  // The token file is exchanged for its like again and again, as operators do.
  std::thread operator_([&] {
    const std::string tokens = querygate::testing::ReadFile(stage.world.path("tokens.jsonl"));
    while (!over) {
      querygate::testing::WriteFile(stage.world.path("tokens.new"), tokens);
      std::filesystem::permissions(stage.world.path("tokens.new"), std::filesystem::perms::owner_read);
      std::filesystem::rename(stage.world.path("tokens.new"), stage.world.path("tokens.jsonl"));
      std::this_thread::sleep_for(50ms);
    }
  });
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (tally.own < kEnough && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(10ms);
  stage.server.Signal(SIGTERM);
  const int code = stage.server.Wait();
  over = true;
  operator_.join();
  for (std::thread& caller : callers) caller.join();
  INFO(stage.server.log());
  CHECK(code == 0);
  CHECK(stage.server.log().find("Sanitizer") == std::string::npos);
  CHECK(tally.wrong == 0);
  CHECK(tally.own >= kEnough);
  CHECK(tally.refused > 0);
  const std::size_t judged = static_cast<std::size_t>(tally.own + tally.refused + tally.cut + tally.wrong);
  stage.count.Add(judged, static_cast<std::size_t>(tally.wrong.load()));
  WARN(tally.own << " own rows, " << tally.refused << " refusals, " << tally.cut << " connections that were cut");
}

}  // namespace
}  // namespace querygate::server::testing
