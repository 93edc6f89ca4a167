#include "engine/base/deadline.h"

namespace querygate {

std::chrono::steady_clock::time_point SystemClock::SteadyNow() const { return std::chrono::steady_clock::now(); }

Instant SystemClock::WallNow() const {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since_epoch);
  const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(since_epoch - seconds);
  return {seconds.count(), static_cast<std::int32_t>(rest.count())};
}

}  // namespace querygate
