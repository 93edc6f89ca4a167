// Wall-clock bounds of one call, counted from the acceptance of the request.
#pragma once

#include <chrono>

#include "engine/base/calendar.h"

namespace querygate {

// The time source of a gateway; tests supply their own. Implementations are thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::chrono::steady_clock::time_point SteadyNow() const = 0;
  virtual Instant WallNow() const = 0;
};

class SystemClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point SteadyNow() const override;
  Instant WallNow() const override;
};

// A point after which a call must not go on.
struct Deadline {
  std::chrono::steady_clock::time_point at = std::chrono::steady_clock::time_point::max();

  bool ExpiredAt(std::chrono::steady_clock::time_point now) const { return now >= at; }
};

}  // namespace querygate
