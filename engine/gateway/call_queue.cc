#include "engine/gateway/call_queue.h"

#include <utility>

namespace querygate {
namespace {

using Counts = std::map<std::string, std::size_t>;

std::size_t CountOf(const Counts& counts, const std::string& name) {
  const auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
}

void Decrease(Counts& counts, const std::string& name) {
  const auto found = counts.find(name);
  if (found != counts.end() && --found->second == 0) counts.erase(found);
}

}  // namespace

CallQueue::Permit::Permit(Permit&& other) noexcept
    : queue_(std::exchange(other.queue_, nullptr)),
      report_(std::move(other.report_)),
      caller_(std::move(other.caller_)) {}

CallQueue::Permit::~Permit() {
  if (queue_ != nullptr) queue_->Leave(report_, caller_);
}

std::optional<CallQueue::Permit> CallQueue::Enter(const std::string& report, const std::string& caller,
                                                  std::chrono::steady_clock::time_point until,
                                                  const std::stop_token& cancel) {
  std::unique_lock lock(mutex_);
  // Whoever waits and may run has been admitted already, so that nobody is overtaken here.
  if (MayRun(report, caller)) {
    Start(report, caller);
    return Permit(*this, report, caller);
  }
  if (waiting_.size() >= limits_.waiting) return std::nullopt;
  if (!caller.empty() && CountOf(waiting_callers_, caller) >= limits_.waiting_per_caller) return std::nullopt;
  Waiter waiter{report, caller, {}, false};
  const auto place = waiting_.insert(waiting_.end(), &waiter);
  ++waiting_callers_[caller];
  const auto admitted = [&] { return waiter.admitted; };
  if (until == std::chrono::steady_clock::time_point::max()) {
    waiter.turn.wait(lock, cancel, admitted);
  } else {
    waiter.turn.wait_until(lock, cancel, until, admitted);
  }
  Decrease(waiting_callers_, caller);
  if (waiter.admitted) return Permit(*this, report, caller);
  waiting_.erase(place);
  return std::nullopt;
}

CallQueue::Load CallQueue::load() const {
  const std::lock_guard lock(mutex_);
  return {running_, waiting_.size()};
}

bool CallQueue::MayRun(const std::string& report, const std::string& caller) const {
  return running_ < limits_.running && CountOf(reports_, report) < limits_.per_report &&
         (caller.empty() || CountOf(callers_, caller) < limits_.per_caller);
}

void CallQueue::Start(const std::string& report, const std::string& caller) {
  ++running_;
  ++reports_[report];
  ++callers_[caller];
}

void CallQueue::Leave(const std::string& report, const std::string& caller) {
  const std::lock_guard lock(mutex_);
  --running_;
  Decrease(reports_, report);
  Decrease(callers_, caller);
  AdmitWaiting();
}

void CallQueue::AdmitWaiting() {
  for (auto place = waiting_.begin(); place != waiting_.end() && running_ < limits_.running;) {
    Waiter& waiter = **place;
    if (!MayRun(waiter.report, waiter.caller)) {
      ++place;
      continue;
    }
    place = waiting_.erase(place);
    Start(waiter.report, waiter.caller);
    waiter.admitted = true;
    waiter.turn.notify_one();
  }
}

}  // namespace querygate
