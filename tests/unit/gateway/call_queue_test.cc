#include "engine/gateway/call_queue.h"

#include <functional>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

namespace querygate {
namespace {

using Permit = CallQueue::Permit;
constexpr auto kForEver = std::chrono::steady_clock::time_point::max();

std::chrono::steady_clock::time_point Soon() {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
}

// Whoever has to wait is turned away after a moment.
bool Enters(CallQueue& queue, const std::string& report, const std::string& caller) {
  return queue.Enter(report, caller, Soon(), {}).has_value();
}

void AwaitWaiting(const CallQueue& queue, std::size_t count) {
  while (queue.load().waiting != count) std::this_thread::yield();
}

}  // namespace

TEST_CASE("as many calls run as may") {
  CallQueue queue({.running = 2, .waiting = 4, .per_report = 2, .per_caller = 2, .waiting_per_caller = 4});
  auto first = queue.Enter("a", "x", kForEver, {});
  REQUIRE(first);
  {
    const auto second = queue.Enter("b", "y", kForEver, {});
    REQUIRE(second);
    CHECK(queue.load().running == 2);
    CHECK_FALSE(Enters(queue, "c", "z"));
  }
  CHECK(Enters(queue, "c", "z"));
  CHECK(queue.load().running == 1);
  CHECK(queue.load().waiting == 0);
}

TEST_CASE("a report and a caller have their own limits, and nobody else feels them") {
  CallQueue queue({.running = 3, .waiting = 4, .per_report = 2, .per_caller = 2, .waiting_per_caller = 4});
  SECTION("a report") {
    const auto one = queue.Enter("a", "x", kForEver, {});
    const auto two = queue.Enter("a", "y", kForEver, {});
    CHECK_FALSE(Enters(queue, "a", "z"));
    CHECK(Enters(queue, "b", "z"));
  }
  SECTION("a caller") {
    const auto one = queue.Enter("a", "x", kForEver, {});
    const auto two = queue.Enter("b", "x", kForEver, {});
    CHECK_FALSE(Enters(queue, "c", "x"));
    CHECK(Enters(queue, "c", "y"));
  }
  SECTION("the host itself has no share") {
    const auto one = queue.Enter("a", "", kForEver, {});
    const auto two = queue.Enter("b", "", kForEver, {});
    CHECK(Enters(queue, "c", ""));
  }
}

TEST_CASE("a full queue turns away at once") {
  CallQueue queue({.running = 1, .waiting = 2, .per_report = 1, .per_caller = 1, .waiting_per_caller = 1});
  auto running = queue.Enter("a", "x", kForEver, {});
  REQUIRE(running);
  std::stop_source gone;
  std::vector<std::thread> waiting;
  waiting.emplace_back([&] { CHECK_FALSE(queue.Enter("a", "x", kForEver, gone.get_token())); });
  AwaitWaiting(queue, 1);
  // Without a time limit: were there room, this would wait for ever.
  CHECK_FALSE(queue.Enter("b", "x", kForEver, {}));  // the caller's share of the queue
  waiting.emplace_back([&] { CHECK_FALSE(queue.Enter("a", "y", kForEver, gone.get_token())); });
  AwaitWaiting(queue, 2);
  CHECK_FALSE(queue.Enter("b", "z", kForEver, {}));  // the queue
  gone.request_stop();
  for (std::thread& thread : waiting) thread.join();
  CHECK(queue.load().waiting == 0);
  CHECK(queue.load().running == 1);
}

TEST_CASE("turns come in order, and past whoever may not run yet") {
  CallQueue queue({.running = 2, .waiting = 8, .per_report = 1, .per_caller = 8, .waiting_per_caller = 8});
  auto a = queue.Enter("a", "x", kForEver, {});
  auto b = queue.Enter("b", "x", kForEver, {});
  REQUIRE((a && b));
  std::mutex mutex;
  std::string order;
  std::vector<std::thread> threads;
  std::vector<std::optional<Permit>> kept(3);
  const auto wait = [&](std::size_t place, const std::string& report, char mark) {
    threads.emplace_back([&, place, report, mark] {
      auto permit = queue.Enter(report, "x", kForEver, {});
      const std::lock_guard lock(mutex);
      order += mark;
      if (permit) kept[place].emplace(std::move(*permit));
    });
    AwaitWaiting(queue, place + 1);
  };
  const auto await = [&](std::size_t count) {
    while (true) {
      const std::lock_guard lock(mutex);
      if (order.size() == count) return;
    }
  };
  wait(0, "a", '1');
  wait(1, "c", '2');
  wait(2, "d", '3');
  b.reset();  // "a" still runs: the second in line is the first who may
  await(1);
  CHECK(order == "2");
  a.reset();
  await(2);
  CHECK(order == "21");
  kept[1].reset();
  await(3);
  CHECK(order == "213");
  for (std::thread& thread : threads) thread.join();
}

TEST_CASE("many threads leave nothing behind") {
  CallQueue queue({.running = 3, .waiting = 64, .per_report = 2, .per_caller = 2, .waiting_per_caller = 64});
  std::atomic<int> inside{0}, most{0}, entered{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      const std::string name(1, static_cast<char>('a' + i % 4));
      for (int call = 0; call < 200; ++call) {
        const auto permit = queue.Enter(name, name, kForEver, {});
        if (!permit) continue;
        const int now = ++inside;
        int seen = most;
        while (now > seen && !most.compare_exchange_weak(seen, now)) {
        }
        ++entered;
        --inside;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(entered == 1600);
  CHECK(most <= 3);
  CHECK(queue.load().running == 0);
  CHECK(queue.load().waiting == 0);
}

}  // namespace querygate
