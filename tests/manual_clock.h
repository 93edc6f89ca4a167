// A clock that stands still until it is moved. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>

#include "engine/base/deadline.h"

namespace querygate::testing {

class ManualClock final : public Clock {
 public:
  explicit ManualClock(std::int64_t seconds) : start_(seconds) {}
  std::chrono::steady_clock::time_point SteadyNow() const override {
    return std::chrono::steady_clock::time_point(std::chrono::hours(1)) + std::chrono::milliseconds(moved_.load());
  }
  Instant WallNow() const override {
    const std::int64_t moved = moved_.load();
    return {start_ + moved / 1000, static_cast<std::int32_t>(moved % 1000 * 1'000'000)};
  }
  void Advance(std::chrono::milliseconds time) { moved_ += time.count(); }

 private:
  std::int64_t start_;
  std::atomic<std::int64_t> moved_ = 0;
};

}  // namespace querygate::testing
