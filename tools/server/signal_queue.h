// Signals that are read where it suits, instead of interrupting.
#pragma once

#include <optional>
#include <span>

#include <signal.h>

namespace querygate::server {

// From its construction these signals wait to be taken, except those that the process ignores. Construct it before any
// other thread: threads inherit what waits. Signals act as they did before when it ends.
class SignalQueue {
 public:
  explicit SignalQueue(std::span<const int> signals);
  ~SignalQueue();
  SignalQueue(const SignalQueue&) = delete;
  SignalQueue& operator=(const SignalQueue&) = delete;

  // Readable while a signal waits; negative when the system could not give one, and then no signal ever comes.
  int descriptor() const { return descriptor_; }
  // The next one; nothing when none waits.
  std::optional<int> Take();

 private:
  sigset_t before_{};
  int descriptor_ = -1;
};

}  // namespace querygate::server
