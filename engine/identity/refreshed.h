// A value that is read again now and then, while many threads use it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/deadline.h"
#include "engine/base/expected.h"

namespace querygate {

struct RefreshTimes {
  std::chrono::milliseconds refresh;  // a value of this age is read again
  std::chrono::milliseconds retry;    // no two reads begin closer together than this, whatever happens
  std::chrono::milliseconds stale;    // a value that could not be read again is used up to this age
};

// Thread-safe. One thread reads; the others go on with what is there, or wait while nothing is.
template <typename T>
class Refreshed {
 public:
  using Value = std::shared_ptr<const T>;
  using Read = std::function<Expected<Value, std::string>()>;  // the error is for the operator

  Refreshed(Read read, RefreshTimes times, std::shared_ptr<const Clock> clock)
      : read_(std::move(read)), times_(times), clock_(std::move(clock)) {}

  // The error says why there is no value that is young enough.
  Expected<Value, std::string> Get() { return GetNoOlderThan(times_.refresh, false); }

  // For whoever misses something in the value: it may have changed at its source. Reads again unless the last read
  // is younger than `retry`, and waits for a read that is under way. Few may wait: anybody can miss something, such as
  // a key that never was, and a source that is slow must not hold all the threads that serve.
  Expected<Value, std::string> GetNewer() { return GetNoOlderThan(times_.retry, true); }

 private:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr int kMaxWaiting = 8;

  Expected<Value, std::string> GetNoOlderThan(std::chrono::milliseconds age, bool wait) {
    std::unique_lock lock(mutex_);
    if (wait || !value_) {
      if (reading_ && value_ && waiting_ >= kMaxWaiting) {
        return Unexpected(std::string("it is being read, and enough callers wait for that"));
      }
      ++waiting_;
      read_done_.wait(lock, [this] { return !reading_; });
      --waiting_;
    }
    const Time now = clock_->SteadyNow();
    const bool failed = !cause_.empty();
    if (!reading_ && (!attempted_ || now - *attempted_ >= (failed ? times_.retry : age))) ReadNow(lock, now);
    if (value_ && clock_->SteadyNow() - read_at_ <= times_.stale) return value_;
    return Unexpected(cause_.empty() ? std::string("it has not been read for too long") : cause_);
  }

  void ReadNow(std::unique_lock<std::mutex>& lock, Time now) {
    reading_ = true;
    attempted_ = now;
    lock.unlock();
    auto value = read_();
    lock.lock();
    reading_ = false;
    if (value) {
      value_ = *std::move(value);
      read_at_ = now;
      cause_.clear();
    } else {
      cause_ = std::move(value).error();
      if (cause_.empty()) cause_ = "it cannot be read";
    }
    read_done_.notify_all();
  }

  const Read read_;
  const RefreshTimes times_;
  const std::shared_ptr<const Clock> clock_;

  std::mutex mutex_;
  std::condition_variable read_done_;
  bool reading_ = false;
  int waiting_ = 0;
  std::optional<Time> attempted_;  // when the last read began
  Time read_at_;                   // of value_
  Value value_;
  std::string cause_;  // of the last read, if it failed
};

}  // namespace querygate
