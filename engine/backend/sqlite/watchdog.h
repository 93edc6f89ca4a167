// Wall-clock bounds for running calls: interrupts a connection whose deadline has passed.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

struct sqlite3;

namespace querygate::sqlite {

// One thread, started by the first deadline and joined by the destructor. Thread-safe. It never touches a
// connection after its watch has ended.
class Watchdog {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  Watchdog() = default;
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // Ends with the object. The watchdog and the connection outlive it.
  class Watch {
   public:
    Watch() = default;
    Watch(Watchdog& watchdog, sqlite3* connection, TimePoint deadline);
    ~Watch() { End(); }
    Watch(Watch&& other) noexcept;
    Watch& operator=(Watch&& other) noexcept;

    // Whether the connection was interrupted. Idempotent.
    bool End();

   private:
    friend class Watchdog;
    struct Entry {
      sqlite3* connection = nullptr;
      bool fired = false;
    };
    using Entries = std::multimap<TimePoint, Entry>;

    Watchdog* watchdog_ = nullptr;
    Entries::iterator entry_;
    bool fired_ = false;
  };

 private:
  void Run();

  std::mutex mutex_;
  std::condition_variable changed_;
  Watch::Entries entries_;  // by deadline; each stays until its watch ends
  TimePoint waiting_until_ = TimePoint::max();
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace querygate::sqlite
