#include "engine/isolation/worker_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// The header of glibc 2.36 forgets that it may be read by C++.
extern "C" {
#include <sys/pidfd.h>
}

#include "engine/isolation/worker.h"

namespace querygate::isolation {
namespace {

constexpr int kBuffer = 256 * 1024;  // most answers fit, so that the worker need not wait for the reader

std::string ErrorText(std::string_view doing, int error) { return std::string(doing) + ": " + std::strerror(error); }

struct SpawnPlan {
  SpawnPlan() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

// The channel and nothing else: no file, no terminal, no signal of the gateway's.
void Describe(SpawnPlan& plan, int channel, bool keep_errors) {
  posix_spawn_file_actions_adddup2(&plan.actions, channel, kWorkerChannel);
  posix_spawn_file_actions_addopen(&plan.actions, STDIN_FILENO, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_addopen(&plan.actions, STDOUT_FILENO, "/dev/null", O_RDWR, 0);
  if (!keep_errors) posix_spawn_file_actions_addopen(&plan.actions, STDERR_FILENO, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_addclosefrom_np(&plan.actions, kWorkerChannel + 1);
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&plan.attributes, &none);
  posix_spawnattr_setsigdefault(&plan.attributes, &all);
  posix_spawnattr_setflags(&plan.attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | short{POSIX_SPAWN_SETSID});
}

Expected<std::array<int, 2>, std::string> MakeChannel() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return Unexpected(ErrorText("making a channel", errno));
  }
  for (int& end : ends) {
    ::setsockopt(end, SOL_SOCKET, SO_SNDBUF, &kBuffer, sizeof kBuffer);
    // A descriptor that already has the channel's number would lose its close-on-exec otherwise.
    if (end != kWorkerChannel) continue;
    const int moved = ::fcntl(end, F_DUPFD_CLOEXEC, kWorkerChannel + 1);
    const int not_moved = errno;
    ::close(std::exchange(end, moved));
    if (moved >= 0) continue;
    ::close(ends[0] == moved ? ends[1] : ends[0]);
    return Unexpected(ErrorText("making a channel", not_moved));
  }
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return ends;
}

}  // namespace

Expected<std::unique_ptr<WorkerProcess>, std::string> WorkerProcess::Spawn(const WorkerProgram& program) {
  auto ends = MakeChannel();
  if (!ends) return Unexpected(std::move(ends).error());
  SpawnPlan plan;
  Describe(plan, (*ends)[1], program.keep_errors);
  std::string word(kWorkerWord);
  std::string parent = std::to_string(::getpid());
  std::string path = program.path;
  std::array<char*, 4> arguments{path.data(), word.data(), parent.data(), nullptr};
  std::vector<std::string> variables = program.environment;
  std::vector<char*> environment;
  for (std::string& variable : variables) environment.push_back(variable.data());
  environment.push_back(nullptr);

  pid_t pid = -1;
  const int error =
      ::posix_spawn(&pid, path.c_str(), &plan.actions, &plan.attributes, arguments.data(), environment.data());
  ::close((*ends)[1]);
  if (error != 0) {
    ::close((*ends)[0]);
    return Unexpected(ErrorText("starting " + path, error));
  }
  const int handle = ::pidfd_open(pid, 0);
  const int not_opened = errno;
  std::unique_ptr<WorkerProcess> worker(new WorkerProcess(pid, handle, (*ends)[0]));
  if (handle < 0) return Unexpected(ErrorText("watching a worker", not_opened));
  return worker;
}

WorkerProcess::~WorkerProcess() {
  Kill();
  if (!collected_) AwaitEnd(SteadyTime::max());
  if (handle_ >= 0) ::close(handle_);
  if (socket_ >= 0) ::close(socket_);
}

void WorkerProcess::Kill() const {
  if (collected_) return;
  if (handle_ >= 0) {
    ::pidfd_send_signal(handle_, SIGKILL, nullptr, 0);
  } else {
    ::kill(pid_, SIGKILL);
  }
}

bool WorkerProcess::Collect() {
  if (collected_) return true;
  const pid_t ended = ::waitpid(pid_, &status_, WNOHANG);
  // A host that ignores SIGCHLD leaves nothing to collect.
  collected_ = ended == pid_ || (ended < 0 && errno == ECHILD);
  return collected_;
}

std::string WorkerProcess::AwaitEnd(SteadyTime until) {
  while (!Collect()) {
    int timeout = -1;
    if (until != SteadyTime::max()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now()).count();
      if (left <= 0) return "has not ended yet";
      timeout = static_cast<int>(std::min<std::int64_t>(left, 1000));
    }
    // Without a handle nothing would wake this up.
    if (handle_ < 0) timeout = 1;
    pollfd watched{handle_, POLLIN, 0};
    ::poll(&watched, 1, timeout);
  }
  if (WIFSIGNALED(status_)) {
    const int signal = WTERMSIG(status_);
    return "was killed by signal " + std::to_string(signal) + " (" + ::strsignal(signal) + ")";
  }
  return "ended with code " + std::to_string(WEXITSTATUS(status_));
}

namespace {

Expected<void, std::string> SoftLimit(pid_t pid, __rlimit_resource resource, std::int64_t value,
                                      std::string_view doing) {
  const rlimit limit{.rlim_cur = static_cast<rlim_t>(value), .rlim_max = RLIM_INFINITY};
  if (::prlimit(pid, resource, &limit, nullptr) != 0) return Unexpected(ErrorText(doing, errno));
  return {};
}

}  // namespace

Expected<void, std::string> WorkerProcess::BoundAddressSpace(std::int64_t bytes) const {
  return SoftLimit(pid_, RLIMIT_AS, bytes, "bounding a worker's memory");
}

Expected<void, std::string> WorkerProcess::BoundCpu(std::int64_t seconds) const {
  return SoftLimit(pid_, RLIMIT_CPU, seconds, "bounding a worker's time");
}

}  // namespace querygate::isolation
