// A value whose source is slow, while many ask.
#include "engine/identity/refreshed.h"

#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "tests/manual_clock.h"

namespace querygate {
namespace {

using namespace std::chrono_literals;

TEST_CASE("few wait for a slow source, however many miss something in its value") {
  auto clock = std::make_shared<testing::ManualClock>(1'800'000'000);
  std::promise<void> release;
  std::shared_future<void> released = release.get_future().share();
  std::promise<void> slow_read_begun;
  std::atomic<int> reads = 0;
  Refreshed<int> value(
      [&]() -> Expected<std::shared_ptr<const int>, std::string> {
        if (++reads == 2) {
          slow_read_begun.set_value();
          released.wait();
        }
        return std::make_shared<const int>(reads);
      },
      {5min, 10s, 1h}, clock);
  REQUIRE(value.Get());
  clock->Advance(11s);

  std::thread reader([&] { static_cast<void>(value.GetNewer()); });
  slow_read_begun.get_future().wait();
  std::atomic<int> turned_away = 0, served = 0;
  std::vector<std::thread> askers;
  for (int i = 0; i < 40; ++i) {
    askers.emplace_back([&] { ++(value.GetNewer() ? served : turned_away); });
  }
  // These come back although the source has said nothing yet, and so does whoever is content with what there is.
  while (turned_away < 32) std::this_thread::yield();
  const auto old = value.Get();
  REQUIRE(old);
  CHECK(**old == 1);
  CHECK(served == 0);
  release.set_value();
  for (std::thread& asker : askers) asker.join();
  reader.join();
  CHECK(served == 8);
  CHECK(turned_away == 32);
  CHECK(reads == 2);
}

}  // namespace
}  // namespace querygate
