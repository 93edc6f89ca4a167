#include "engine/backend/sqlite/call_bounds.h"

#include <algorithm>
#include <thread>

#include <sqlite3.h>

namespace querygate::sqlite {
namespace {

constexpr std::int64_t kLongestInterval = 100;
constexpr std::chrono::microseconds kFirstWaits[] = {std::chrono::microseconds(500), std::chrono::microseconds(1000),
                                                     std::chrono::microseconds(2000)};
constexpr std::chrono::microseconds kLaterWait(5000);
const SystemClock kSystemClock;

}  // namespace

const Clock& ClockOf(const CallContext& context) { return context.clock != nullptr ? *context.clock : kSystemClock; }

void CallBounds::Install(sqlite3* connection) {
  connection_ = connection;
  sqlite3_busy_handler(
      connection, [](void* self, int count) { return static_cast<CallBounds*>(self)->OnBusy(count); }, this);
}

void CallBounds::Start(const CallContext& context) {
  clock_ = &ClockOf(context);
  deadline_ = context.deadline;
  cancel_ = context.cancel;
  lock_wait_left_ = context.budget.lock_wait;
  waited_ = std::chrono::microseconds(0);
  max_steps_ = context.budget.vm_steps;
  spent_ = seen_ = 0;
  counting_ = false;
  stop_ = Stop::kNone;
  interval_ = static_cast<int>(std::clamp<std::int64_t>(max_steps_, 1, kLongestInterval));
  running_ = true;
  sqlite3_progress_handler(
      connection_, interval_, [](void* self) { return static_cast<CallBounds*>(self)->OnProgress(); }, this);
}

void CallBounds::Relax() {
  counting_ = false;
  deadline_ = Deadline{};
  cancel_ = {};
}

void CallBounds::End() { running_ = false; }

void CallBounds::StopCounting(std::int64_t steps) {
  spent_ += steps;
  seen_ = 0;
  counting_ = false;
}

bool CallBounds::Expired() const {
  return clock_ == nullptr || cancel_.stop_requested() || deadline_.ExpiredAt(clock_->SteadyNow());
}

Failure CallBounds::Explain(const Fault& fault, Phase phase) const {
  Failure failure = ToFailure(fault, phase);
  const int primary = fault.code & 0xff;
  if (primary == SQLITE_INTERRUPT) {
    failure.reason = stop_ == Stop::kSteps ? "budget_exceeded" : "deadline_exceeded";
  } else if ((primary == SQLITE_BUSY || primary == SQLITE_PROTOCOL) && stop_ == Stop::kDeadline) {
    failure.reason = "deadline_exceeded";
  }
  return failure;
}

int CallBounds::OnProgress() {
  if (!running_) return 1;
  if (counting_) {
    seen_ += interval_;
    if (Exceeds(seen_)) {
      stop_ = Stop::kSteps;
      return 1;
    }
  }
  if (!Expired()) return 0;
  stop_ = Stop::kDeadline;
  return 1;
}

// The wait is counted by what was granted, so that it ends whatever the clock does.
std::chrono::microseconds CallBounds::GrantWait(std::chrono::microseconds wanted) {
  if (!running_ || lock_wait_left_.count() <= 0) return std::chrono::microseconds(0);
  if (Expired()) {
    stop_ = Stop::kDeadline;
    return std::chrono::microseconds(0);
  }
  auto wait = std::min(wanted, lock_wait_left_);
  if (deadline_.at != Deadline{}.at) {
    const auto left = std::chrono::duration_cast<std::chrono::microseconds>(deadline_.at - clock_->SteadyNow());
    wait = std::clamp(left, std::chrono::microseconds(1), wait);
  }
  lock_wait_left_ -= wait;
  waited_ += wait;
  return wait;
}

int CallBounds::OnBusy(int count) {
  const auto place = static_cast<std::size_t>(count);
  const auto wait = GrantWait(place < std::size(kFirstWaits) ? kFirstWaits[place] : kLaterWait);
  if (wait.count() == 0) return 0;
  std::this_thread::sleep_for(wait);
  return 1;
}

}  // namespace querygate::sqlite
