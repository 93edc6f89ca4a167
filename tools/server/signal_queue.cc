#include "tools/server/signal_queue.h"

#include <sys/signalfd.h>
#include <unistd.h>

namespace querygate::server {

SignalQueue::SignalQueue(std::span<const int> signals) {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : signals) {
    struct sigaction current {};
    if (::sigaction(number, nullptr, &current) == 0 && current.sa_handler != SIG_IGN) ::sigaddset(&set, number);
  }
  ::pthread_sigmask(SIG_BLOCK, &set, &before_);
  descriptor_ = ::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

SignalQueue::~SignalQueue() {
  // Those that came too late to be taken are not to end a process that is on its way out.
  while (Take()) {
  }
  if (descriptor_ >= 0) ::close(descriptor_);
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

std::optional<int> SignalQueue::Take() {
  signalfd_siginfo received{};
  if (descriptor_ < 0 || ::read(descriptor_, &received, sizeof received) != sizeof received) return std::nullopt;
  return static_cast<int>(received.ssi_signo);
}

}  // namespace querygate::server
