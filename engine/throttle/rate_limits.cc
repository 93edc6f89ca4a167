#include "engine/throttle/rate_limits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace querygate {
namespace {

std::optional<BucketRule> MaybeRule(const std::optional<RateLimitDeclaration>& limit) {
  if (!limit) return std::nullopt;
  return RuleOf(*limit);
}

std::int64_t CeilingSeconds(std::chrono::nanoseconds wait) {
  return std::max<std::int64_t>(1, std::chrono::ceil<std::chrono::seconds>(wait).count());
}

}  // namespace

BucketRule RuleOf(const RateLimitDeclaration& limit) {
  const std::chrono::nanoseconds span = std::chrono::milliseconds(limit.per_milliseconds);
  // Rounded up: never more calls than were declared.
  const std::int64_t interval = (span.count() + limit.calls.value - 1) / limit.calls.value;
  return {limit.burst ? limit.burst->value : limit.calls.value,
          std::chrono::nanoseconds(std::max<std::int64_t>(1, interval))};
}

std::chrono::nanoseconds Bucket::WaitAt(Time now, const BucketRule& rule) const {
  // A call moves `full_at_` by one interval; it may lie as far ahead as the whole burst.
  const Time after = std::max(full_at_, now) + rule.interval;
  const Time limit = now + rule.interval * rule.burst;
  return after <= limit ? std::chrono::nanoseconds::zero() : after - limit;
}

void Bucket::Take(Time now, const BucketRule& rule) { full_at_ = std::max(full_at_, now) + rule.interval; }

RateLimits::RateLimits(const RateLimitsDeclaration& declaration, std::shared_ptr<const Clock> clock,
                       std::size_t max_callers)
    : gateway_rule_(MaybeRule(declaration.gateway)),
      report_rule_(MaybeRule(declaration.report)),
      caller_rule_(MaybeRule(declaration.caller)),
      clock_(std::move(clock)),
      max_callers_(std::max<std::size_t>(1, max_callers)) {}

Bucket& RateLimits::BucketOf(const std::string& caller, Bucket::Time now) {
  if (const auto found = caller_index_.find(caller); found != caller_index_.end()) {
    callers_.splice(callers_.begin(), callers_, found->second);
    return callers_.front().bucket;
  }
  // From the one that has been silent for longest on: full buckets say nothing, and beyond the bound that one is
  // forgiven what it had spent.
  while (!callers_.empty() && (callers_.back().bucket.IsFullAt(now) || callers_.size() >= max_callers_)) {
    caller_index_.erase(callers_.back().caller);
    callers_.pop_back();
  }
  callers_.push_front(Tracked{caller, {}});
  caller_index_.emplace(caller, callers_.begin());
  return callers_.front().bucket;
}

Expected<void, RateLimited> RateLimits::Admit(const std::string& caller, const std::string& report) {
  struct Check {
    RateLimitKind kind;
    Bucket* bucket;
    const BucketRule* rule;
  };
  const auto now = clock_->SteadyNow();
  const std::lock_guard lock(mutex_);
  std::array<Check, 3> checks{};
  std::size_t count = 0;
  if (caller_rule_) checks[count++] = {RateLimitKind::kCaller, &BucketOf(caller, now), &*caller_rule_};
  if (report_rule_) checks[count++] = {RateLimitKind::kReport, &reports_[report], &*report_rule_};
  if (gateway_rule_) checks[count++] = {RateLimitKind::kGateway, &gateway_, &*gateway_rule_};
  std::optional<RateLimited> refusal;
  for (std::size_t i = 0; i < count; ++i) {
    const auto wait = checks[i].bucket->WaitAt(now, *checks[i].rule);
    if (wait == std::chrono::nanoseconds::zero()) continue;
    const std::int64_t seconds = CeilingSeconds(wait);
    // The longest wait: after a shorter one the caller would be refused again.
    if (!refusal || seconds > refusal->retry_after_seconds) refusal = RateLimited{checks[i].kind, seconds};
  }
  if (refusal) return Unexpected(*refusal);
  for (std::size_t i = 0; i < count; ++i) checks[i].bucket->Take(now, *checks[i].rule);
  return {};
}

std::size_t RateLimits::tracked_callers() const {
  const std::lock_guard lock(mutex_);
  return callers_.size();
}

}  // namespace querygate
