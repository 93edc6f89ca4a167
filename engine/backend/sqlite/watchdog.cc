#include "engine/backend/sqlite/watchdog.h"

#include <algorithm>
#include <utility>

#include <sqlite3.h>

namespace querygate::sqlite {
namespace {

constexpr std::chrono::milliseconds kRepeat(10);

}  // namespace

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Watchdog::Run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const TimePoint now = std::chrono::steady_clock::now();
    waiting_until_ = TimePoint::max();
    for (auto& [deadline, entry] : entries_) {
      if (deadline > now) {
        waiting_until_ = std::min(waiting_until_, deadline);
        break;
      }
      // An interrupt between two statements is forgotten by SQLite, so it is repeated until the call ends.
      entry.fired = true;
      sqlite3_interrupt(entry.connection);
      waiting_until_ = now + kRepeat;
    }
    if (waiting_until_ == TimePoint::max()) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, waiting_until_);
    }
  }
}

Watchdog::Watch::Watch(Watchdog& watchdog, sqlite3* connection, TimePoint deadline) {
  if (deadline == TimePoint::max()) return;
  bool earliest = false;
  {
    const std::lock_guard lock(watchdog.mutex_);
    entry_ = watchdog.entries_.emplace(deadline, Entry{.connection = connection});
    watchdog_ = &watchdog;
    earliest = deadline < watchdog.waiting_until_;
    if (!watchdog.thread_.joinable()) watchdog.thread_ = std::thread([&watchdog] { watchdog.Run(); });
  }
  // Otherwise the thread wakes early enough by itself.
  if (earliest) watchdog.changed_.notify_one();
}

Watchdog::Watch::Watch(Watch&& other) noexcept
    : watchdog_(std::exchange(other.watchdog_, nullptr)), entry_(other.entry_), fired_(other.fired_) {}

Watchdog::Watch& Watchdog::Watch::operator=(Watch&& other) noexcept {
  End();
  watchdog_ = std::exchange(other.watchdog_, nullptr);
  entry_ = other.entry_;
  fired_ = other.fired_;
  return *this;
}

bool Watchdog::Watch::End() {
  if (watchdog_ == nullptr) return fired_;
  const std::lock_guard lock(watchdog_->mutex_);
  fired_ = entry_->second.fired;
  watchdog_->entries_.erase(entry_);
  watchdog_ = nullptr;
  return fired_;
}

}  // namespace querygate::sqlite
