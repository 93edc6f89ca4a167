// Who may run now: a bounded number of calls at a time, of each report and of each caller, and a bounded number
// that wait for their turn.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/base/deadline.h"

namespace querygate {

struct QueueLimits {
  std::size_t running = 4;
  std::size_t waiting = 64;             // more are turned away at once
  std::size_t per_report = 4;           // running
  std::size_t per_caller = 4;           // running
  std::size_t waiting_per_caller = 16;  // so that nobody fills the queue alone
};

// Thread-safe. First come, first served, but for those whose report or caller has reached its own limit.
class CallQueue {
 public:
  explicit CallQueue(const QueueLimits& limits) : limits_(limits) {}
  CallQueue(const CallQueue&) = delete;
  CallQueue& operator=(const CallQueue&) = delete;

  // The right to run; ends with the object. The queue outlives it.
  class Permit {
   public:
    Permit(CallQueue& queue, std::string report, std::string caller)
        : queue_(&queue), report_(std::move(report)), caller_(std::move(caller)) {}
    ~Permit();
    Permit(Permit&& other) noexcept;
    Permit& operator=(Permit&&) = delete;

   private:
    CallQueue* queue_;
    std::string report_, caller_;
  };

  // Waits for a turn, at most until `until`. A caller without a name has no limits of its own. Empty: turned away at
  // once for lack of room in the queue, the turn did not come in time, or whoever asked has gone.
  std::optional<Permit> Enter(const std::string& report, const std::string& caller,
                              std::chrono::steady_clock::time_point until, const std::stop_token& cancel);

  struct Load {
    std::size_t running = 0, waiting = 0;
  };
  Load load() const;

 private:
  struct Waiter {
    const std::string& report;
    const std::string& caller;
    std::condition_variable_any turn;
    bool admitted = false;
  };

  bool MayRun(const std::string& report, const std::string& caller) const;
  void Start(const std::string& report, const std::string& caller);
  void Leave(const std::string& report, const std::string& caller);
  void AdmitWaiting();

  const QueueLimits limits_;
  mutable std::mutex mutex_;
  std::size_t running_ = 0;
  std::map<std::string, std::size_t> reports_, callers_;  // running; no entry is none
  std::map<std::string, std::size_t> waiting_callers_;
  std::list<Waiter*> waiting_;
};

}  // namespace querygate
