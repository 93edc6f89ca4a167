// Attacks by number: connections that say nothing, and connections that all hold a call. The served program keeps its
// bounds, and whoever has something to ask is answered all the while.
#include <algorithm>
#include <memory>
#include <vector>

#include <catch2/catch.hpp>
#include <sys/resource.h>

#include "tests/serving/attack_stage.h"
#include "tests/serving/raw_client.h"

namespace querygate::server::testing {
namespace {

constexpr std::size_t kWanted = 10'000;
constexpr std::size_t kOwn = 200;            // descriptors of this process besides
constexpr std::size_t kDefaultLimit = 1000;  // serve.max_connections
constexpr std::size_t kServersOwn = 100;     // its log, its databases, its workers
constexpr std::size_t kMostPerConnection = 64 * 1024;

// As many connections as this process may open, at most `kWanted`.
std::size_t RaiseOwnLimit() {
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  const rlim_t needed = kWanted + kOwn;
  if (limit.rlim_cur < needed) {
    rlimit raised{needed, std::max(limit.rlim_max, needed)};
    if (::setrlimit(RLIMIT_NOFILE, &raised) != 0) {  // not permitted: as far as the hard limit goes
      raised = {limit.rlim_max, limit.rlim_max};
      REQUIRE(::setrlimit(RLIMIT_NOFILE, &raised) == 0);
    }
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  }
  return std::min<std::size_t>(kWanted, limit.rlim_cur - kOwn);
}

class Crowd {
 public:
  void Grow(std::uint16_t port, std::size_t size) {
    while (clients_.size() < size) {
      clients_.push_back(std::make_unique<RawClient>(port));
      // Some begin a request that never ends.
      if (clients_.size() % 50 == 0) clients_.back()->Send("GET /v1/reports HTTP/1.1\r\nHost: local");
    }
  }

 private:
  std::vector<std::unique_ptr<RawClient>> clients_;
};

TEST_CASE("attack: ten thousand connections that say nothing") {
  const std::size_t most = RaiseOwnLimit();
  if (most < kWanted) {
    WARN("NOT WHOLE: this process may open " << most << " connections only; raise the hard limit of open files");
  }
  REQUIRE(most > 2 * kDefaultLimit);
  // The address sanitizer keeps what was freed for a while, and that is no memory of ours.
  ServedProgram::Options options;
  options.environment = {"ASAN_OPTIONS=quarantine_size_mb=1"};
  AttackStage stage({}, options);
  stage.ServesAnn();
  const std::size_t before = stage.server.resident_bytes();
  Crowd crowd;
  for (std::size_t size = most / 10; size <= most; size += most / 10) {
    crowd.Grow(stage.server.port(), size);
    Sent sent;
    sent.headers = stage.AsAnn();
    stage.Attack(BytesOf(Door::kPost, sent), {200, kAnnsRow});
    CHECK(stage.server.descriptors() <= kDefaultLimit + kServersOwn);
  }
  const std::size_t after = stage.server.resident_bytes();
  const std::size_t each = (std::max(after, before) - before) / kDefaultLimit;
  CHECK(each < kMostPerConnection);
  WARN(most << " idle connections: " << stage.server.descriptors() << " descriptors, " << each / 1024
            << " KiB more memory for each of the " << kDefaultLimit << " that are kept");
  stage.ServesAnn();
  CHECK(stage.server.Stop() == 0);
}

TEST_CASE("attack: more connections than the process may have descriptors") {
  const AttackWorld world;
  ServedProgram::Options options;
  options.descriptors = 128;
  ServedProgram server(world.config(), options);
  CHECK(server.log().find("warning: max_connections is ") != std::string::npos);
  std::vector<std::unique_ptr<RawClient>> idle;
  for (int i = 0; i < 500; ++i) idle.push_back(std::make_unique<RawClient>(server.port()));
  for (const Door door : kDoors) {
    Sent sent;
    sent.headers = AttackWorld::Bearer(world.ann());
    const std::string answer = Exchange(server, BytesOf(door, sent));
    CAPTURE(NameOf(door), answer, server.log());
    CHECK(StatusOf(answer) == 200);
    CHECK(answer.find(kAnnsRow) != std::string::npos);
  }
  CHECK(server.descriptors() < 128);
  CHECK(server.Stop() == 0);
}

TEST_CASE("attack: every connection holds a call, and some have gone away") {
  AttackStage stage("serve: { max_connections: 12 }\nexecution: { calls: 1, queue: 100 }\n");
  Sent hold;
  hold.report = "mine/hold";
  hold.headers = stage.AsAnn();
  // On this wire a lost connection says nothing about its call.
  const std::string bytes = BytesOf(Door::kHandshake, hold);
  std::vector<std::unique_ptr<RawClient>> holding;
  for (int i = 0; i < 12; ++i) {
    holding.push_back(std::make_unique<RawClient>(stage.server.port()));
    REQUIRE(holding.back()->Send(bytes));
  }
  // Until all of them are being answered, newer ones may take the place of those that were not read yet.
  std::size_t most = 0;
  for (int i = 0; i < 300; ++i) {
    auto late = std::make_unique<RawClient>(stage.server.port());
    late->Send(bytes);
    most = std::max(most, stage.server.descriptors());
    if (i % 3 != 0) holding.push_back(std::move(late));  // the others have gone
  }
  CHECK(most <= 12 + kServersOwn);
  std::size_t answered = 0, turned_away = 0;
  for (const auto& client : holding) {
    const std::string answer = client->ReadToEnd();
    ++(answer.empty() ? turned_away : answered);
    if (answer.empty()) continue;
    CHECK(stage.count.Add(answer.find(R"(\"status\":\"failed\")") != std::string::npos));
  }
  CHECK(answered > 0);
  CHECK(turned_away > 100);
  stage.ServesAnn();
  CHECK(stage.server.Stop() == 0);
}

}  // namespace
}  // namespace querygate::server::testing
