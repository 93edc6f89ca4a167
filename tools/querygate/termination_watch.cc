#include "tools/querygate/termination_watch.h"

#include <array>
#include <cerrno>
#include <cstdint>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace querygate::cli {

namespace {

struct WatchedSignal {
  int number;
  std::string_view name;
};

constexpr std::array kWatchedSignals{
    WatchedSignal{SIGHUP, "SIGHUP"},
    WatchedSignal{SIGINT, "SIGINT"},
    WatchedSignal{SIGTERM, "SIGTERM"},
};

std::string_view NameOf(int number) {
  for (const WatchedSignal& signal : kWatchedSignals) {
    if (signal.number == number) return signal.name;
  }
  return "a signal";
}

// What the process ignores, as under nohup or in the background of a script, it keeps ignoring.
sigset_t NotIgnored() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const WatchedSignal& signal : kWatchedSignals) {
    struct sigaction current {};
    if (::sigaction(signal.number, nullptr, &current) == 0 && current.sa_handler != SIG_IGN) {
      ::sigaddset(&set, signal.number);
    }
  }
  return set;
}

[[noreturn]] void EndBy(int number, std::string_view words) {
  // Before the words: where stderr does not take them, a second signal still ends the process.
  ::signal(number, SIG_DFL);
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, number);
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  while (!words.empty()) {
    const ssize_t count = ::write(STDERR_FILENO, words.data(), words.size());
    if (count <= 0) break;
    words.remove_prefix(static_cast<std::size_t>(count));
  }
  ::raise(number);
  for (;;) ::pause();
}

}  // namespace

TerminationWatch::TerminationWatch(CleanUp clean_up) : clean_up_(std::move(clean_up)), watched_(NotIgnored()) {
  ::pthread_sigmask(SIG_BLOCK, &watched_, &before_);
  signals_ = ::signalfd(-1, &watched_, SFD_CLOEXEC);
  stop_ = ::eventfd(0, EFD_CLOEXEC);
  if (signals_ >= 0 && stop_ >= 0) thread_ = std::thread([this] { Run(); });
}

TerminationWatch::~TerminationWatch() {
  if (thread_.joinable()) {
    const std::uint64_t one = 1;
    while (::write(stop_, &one, sizeof one) < 0 && errno == EINTR) {
    }
    thread_.join();
  }
  if (signals_ >= 0) ::close(signals_);
  if (stop_ >= 0) ::close(stop_);
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void TerminationWatch::Dismiss() {
  for (const WatchedSignal& signal : kWatchedSignals) {
    if (::sigismember(&watched_, signal.number) == 1) ::signal(signal.number, SIG_IGN);
  }
}

void TerminationWatch::Run() {
  for (;;) {
    std::array<pollfd, 2> waiting{pollfd{signals_, POLLIN, 0}, pollfd{stop_, POLLIN, 0}};
    if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
    if ((waiting[0].revents & POLLIN) != 0) {
      signalfd_siginfo received{};
      if (::read(signals_, &received, sizeof received) != sizeof received) continue;
      const int number = static_cast<int>(received.ssi_signo);
      if (const auto words = clean_up_(number, NameOf(number))) EndBy(number, *words);
    } else if (waiting[1].revents != 0) {
      return;
    }
  }
}

}  // namespace querygate::cli
