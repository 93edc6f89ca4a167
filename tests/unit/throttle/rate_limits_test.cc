#include "engine/throttle/rate_limits.h"

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/manual_clock.h"

namespace querygate {
namespace {

using namespace std::chrono_literals;
using testing::ManualClock;

RateLimitDeclaration Limit(std::int64_t calls, std::int64_t per, std::optional<std::int64_t> burst = std::nullopt) {
  RateLimitDeclaration limit;
  limit.calls.value = calls;
  limit.per_milliseconds = per;
  if (burst) limit.burst = Located<std::int64_t>{*burst, {}};
  return limit;
}

std::string Verdict(RateLimits& limits, const std::string& caller = "a", const std::string& report = "r") {
  const auto admitted = limits.Admit(caller, report);
  if (admitted) return "ok";
  constexpr std::array<const char*, 3> kNames = {"gateway", "report", "caller"};
  return kNames[static_cast<std::size_t>(admitted.error().kind)] + std::string(" ") +
         std::to_string(admitted.error().retry_after_seconds);
}

TEST_CASE("a burst at once, then one call in each interval") {
  RateLimitsDeclaration declaration;
  declaration.caller = Limit(6, 60'000, 2);  // one in ten seconds
  const auto clock = std::make_shared<ManualClock>(0);
  RateLimits limits(declaration, clock);
  CHECK(Verdict(limits) == "ok");
  CHECK(Verdict(limits) == "ok");
  CHECK(Verdict(limits) == "caller 10");
  CHECK(Verdict(limits) == "caller 10");  // asking costs nothing
  clock->Advance(9001ms);
  CHECK(Verdict(limits) == "caller 1");
  clock->Advance(998ms);
  CHECK(Verdict(limits) == "caller 1");
  clock->Advance(1ms);
  CHECK(Verdict(limits) == "ok");
  CHECK(Verdict(limits) == "caller 10");
  clock->Advance(1h);  // no more than the burst is saved
  CHECK(Verdict(limits) == "ok");
  CHECK(Verdict(limits) == "ok");
  CHECK(Verdict(limits) == "caller 10");
  CHECK(Verdict(limits, "b") == "ok");  // another's calls are another's
}

TEST_CASE("in the long run no more calls than were declared") {
  RateLimitsDeclaration declaration;
  declaration.gateway = Limit(7, 1000, 1);  // does not divide evenly
  const auto clock = std::make_shared<ManualClock>(0);
  RateLimits limits(declaration, clock);
  int admitted = 0;
  for (int millisecond = 0; millisecond < 10'000; ++millisecond) {
    admitted += Verdict(limits) == "ok" ? 1 : 0;
    clock->Advance(1ms);
  }
  CHECK(admitted <= 70);
  CHECK(admitted >= 69);
}

TEST_CASE("a call that one limit refuses is counted by none") {
  RateLimitsDeclaration declaration;
  declaration.gateway = Limit(10, 10'000, 3);
  declaration.report = Limit(10, 100'000, 2);
  declaration.caller = Limit(10, 50'000, 1);
  const auto clock = std::make_shared<ManualClock>(0);
  RateLimits limits(declaration, clock);
  CHECK(Verdict(limits, "a", "x") == "ok");
  for (int i = 0; i < 100; ++i) CHECK(Verdict(limits, "a", "x") == "caller 5");
  CHECK(Verdict(limits, "b", "x") == "ok");
  CHECK(Verdict(limits, "c", "x") == "report 10");
  CHECK(Verdict(limits, "a", "x") == "report 10");  // the longest wait of those that refuse
  CHECK(Verdict(limits, "c", "y") == "ok");
  CHECK(Verdict(limits, "d", "y") == "gateway 1");
}

TEST_CASE("without limits nothing is refused or remembered") {
  RateLimits limits({}, std::make_shared<ManualClock>(0));
  for (int i = 0; i < 1000; ++i) CHECK(Verdict(limits, std::to_string(i)) == "ok");
  CHECK(limits.tracked_callers() == 0);
}

TEST_CASE("the number of callers that are remembered is bounded, the latest stay") {
  RateLimitsDeclaration declaration;
  declaration.caller = Limit(1, 60'000);
  const auto clock = std::make_shared<ManualClock>(0);
  RateLimits limits(declaration, clock, 100);
  CHECK(Verdict(limits, "mine") == "ok");
  for (int i = 0; i < 99; ++i) CHECK(Verdict(limits, std::to_string(i)) == "ok");
  CHECK(limits.tracked_callers() == 100);
  CHECK(Verdict(limits, "mine") == "caller 60");  // and now it is the latest
  CHECK(Verdict(limits, "one more") == "ok");
  CHECK(limits.tracked_callers() == 100);
  CHECK(Verdict(limits, "mine") == "caller 60");
  CHECK(Verdict(limits, "0") == "ok");  // forgotten: the one that had been silent for longest
  clock->Advance(1h);
  CHECK(Verdict(limits, "new") == "ok");
  CHECK(limits.tracked_callers() == 1);  // full buckets need no remembering
}

TEST_CASE("many threads together get no more than was declared", "[threads]") {
  RateLimitsDeclaration declaration;
  declaration.gateway = Limit(1, 86'400'000, 500);
  declaration.caller = Limit(1, 86'400'000, 100);
  RateLimits limits(declaration, std::make_shared<ManualClock>(0), 3);
  std::atomic<int> admitted = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 300; ++i) {
        if (limits.Admit(std::to_string((thread + i) % 5), std::to_string(i % 3))) ++admitted;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(admitted == 500);
}

}  // namespace
}  // namespace querygate
