// The bounds of the call that uses a connection, as SQLite's progress and busy callbacks see them.
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/fault.h"

struct sqlite3;

namespace querygate::sqlite {

// One per connection, which it must outlive; used by one thread at a time. Between calls everything stops.
class CallBounds {
 public:
  CallBounds() = default;
  CallBounds(const CallBounds&) = delete;
  CallBounds& operator=(const CallBounds&) = delete;

  void Install(sqlite3* connection);
  void Start(const CallContext& context);
  void Relax();  // clean-up must not fail for lack of time
  void End();

  // Steps count only while the report's own statements run, not while they are checked.
  void StartCounting() { counting_ = true; }
  // `steps` is what the statement says it took: exact, where the callback sees round numbers only.
  void StopCounting(std::int64_t steps);
  // Whether a running statement that says it took `steps` is beyond the budget.
  bool Exceeds(std::int64_t steps) const { return spent_ + steps > max_steps_; }

  std::int64_t spent_steps() const { return spent_; }
  std::chrono::microseconds waited() const { return waited_; }
  bool Expired() const;

  // How much of a wait for somebody else's lock is granted: what is left of the budget and of the time, counted from
  // now on as waited. Nothing between calls.
  std::chrono::microseconds GrantWait(std::chrono::microseconds wanted);

  // The failure behind a fault: whose interrupt it was, and which of two bounds ended a wait.
  Failure Explain(const Fault& fault, Phase phase) const;

 private:
  enum class Stop { kNone, kDeadline, kSteps };

  int OnProgress();
  int OnBusy(int count);

  sqlite3* connection_ = nullptr;
  bool running_ = false;
  const Clock* clock_ = nullptr;
  Deadline deadline_;
  std::stop_token cancel_;
  std::chrono::microseconds lock_wait_left_{0};
  std::chrono::microseconds waited_{0};
  std::int64_t max_steps_ = 0;
  std::int64_t spent_ = 0;
  std::int64_t seen_ = 0;  // by the callback, in the statement that runs now
  int interval_ = 1;
  bool counting_ = false;
  Stop stop_ = Stop::kNone;
};

// The clock that a call is measured by.
const Clock& ClockOf(const CallContext& context);

}  // namespace querygate::sqlite
