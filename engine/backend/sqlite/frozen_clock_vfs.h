// SQLite's view of the time, frozen at one instant: `date('now')` gives the same answer in every statement of
// a call and in every repetition of it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "engine/base/calendar.h"

namespace querygate::sqlite {

// A file system layer over the default one that forwards everything but the clock and bounds what SQLite sleeps: for
// the lock of a write-ahead log it would otherwise try for ten seconds, which no interrupt ends. One per connection:
// open the connection between Register and Unregister; the connection then keeps the pointer, so this object outlives
// it. Freeze is for the connection's current user only.
class FrozenClockVfs {
 public:
  // How long a sleep may be when SQLite wants this one; asked by whoever uses the connection.
  using GrantSleep = std::function<std::chrono::microseconds(std::chrono::microseconds wanted)>;

  explicit FrozenClockVfs(GrantSleep grant);
  ~FrozenClockVfs();
  FrozenClockVfs(const FrozenClockVfs&) = delete;
  FrozenClockVfs& operator=(const FrozenClockVfs&) = delete;

  // SQLite's result code. The name is unique among living objects.
  int Register();
  void Unregister();
  const char* name() const;

  void Freeze(const Instant& now);

 private:
  struct Layer;
  std::unique_ptr<Layer> layer_;
};

}  // namespace querygate::sqlite
