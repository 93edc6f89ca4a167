// Signals that end the process, while there is something to clean up first.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include <signal.h>

namespace querygate::cli {

// From its construction SIGHUP, SIGINT and SIGTERM are taken by a thread of its own, except those that the process
// ignores. Construct it before any other thread: they inherit what is blocked. For a process that is ours to end.
class TerminationWatch {
 public:
  // Cleans up and gives last words for stderr, after which the process ends by that signal; or nothing, when the work
  // is done and the signal is to change nothing. Called from the watch's thread with the signal's number and name.
  using CleanUp = std::function<std::optional<std::string>(int signal, std::string_view name)>;

  explicit TerminationWatch(CleanUp clean_up);
  // Does not return when a signal is being answered. Signals act as they did before.
  ~TerminationWatch();
  TerminationWatch(const TerminationWatch&) = delete;
  TerminationWatch& operator=(const TerminationWatch&) = delete;

  // The work is done: until the process ends these signals change nothing, those that are waiting included.
  void Dismiss();

 private:
  void Run();

  const CleanUp clean_up_;
  sigset_t watched_{};
  sigset_t before_{};
  int signals_ = -1;  // negative: the system could not give what it takes, and signals act as ever
  int stop_ = -1;
  std::thread thread_;
};

}  // namespace querygate::cli
