// How often calls are answered: token buckets for the gateway, each report and each caller.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "engine/base/deadline.h"
#include "engine/base/expected.h"
#include "engine/declaration/rate_limits.h"

namespace querygate {

// `burst` calls at once, then one in each `interval`.
struct BucketRule {
  std::int64_t burst = 1;                // at least 1
  std::chrono::nanoseconds interval{1};  // at least 1
};

BucketRule RuleOf(const RateLimitDeclaration& limit);

// One bucket as one point in time (the generic cell rate algorithm): exact, and nothing has to tick.
class Bucket {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // How long until a call may be made; zero: now.
  std::chrono::nanoseconds WaitAt(Time now, const BucketRule& rule) const;
  void Take(Time now, const BucketRule& rule);
  // Nothing would be lost by forgetting it.
  bool IsFullAt(Time now) const { return full_at_ <= now; }

 private:
  Time full_at_ = Time::min();  // when it would be full again
};

enum class RateLimitKind { kGateway, kReport, kCaller };

struct RateLimited {
  RateLimitKind kind = RateLimitKind::kGateway;
  std::int64_t retry_after_seconds = 1;  // rounded up: for Retry-After
};

inline constexpr std::size_t kMaxTrackedCallers = 10'000;

// Thread-safe. A call is counted when all limits permit it, and by none of them when one does not.
class RateLimits {
 public:
  RateLimits(const RateLimitsDeclaration& declaration, std::shared_ptr<const Clock> clock,
             std::size_t max_callers = kMaxTrackedCallers);

  // `caller`: the subject; empty for all that have none. `report`: of the deployment, never a name that a caller made
  // up: buckets of reports are kept for good.
  Expected<void, RateLimited> Admit(const std::string& caller, const std::string& report);

  std::size_t tracked_callers() const;

 private:
  struct Tracked {
    std::string caller;
    Bucket bucket;
  };

  Bucket& BucketOf(const std::string& caller, Bucket::Time now);

  const std::optional<BucketRule> gateway_rule_, report_rule_, caller_rule_;
  const std::shared_ptr<const Clock> clock_;
  const std::size_t max_callers_;

  mutable std::mutex mutex_;
  Bucket gateway_;
  std::unordered_map<std::string, Bucket> reports_;
  std::list<Tracked> callers_;  // the latest first
  std::unordered_map<std::string, std::list<Tracked>::iterator> caller_index_;
};

}  // namespace querygate
