// The system calls of a worker: one row each, with what needs it. Everything else is refused with an error, and
// what only an intruder would call ends the process. Resource limits are set from outside, by the gateway.
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/isolation/sandbox.h"

namespace querygate::isolation {
namespace {

struct Allowed {
  int call;
  std::string_view needed_by;
  std::optional<scmp_arg_cmp> only = std::nullopt;
};

// Opening for anything but reading, in whatever disguise.
constexpr scmp_datum_t kWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);

// clang-format off
constexpr auto kCalls = std::to_array<Allowed>({
    {SCMP_SYS(openat),           "opening the database and its log", scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, kWriting, 0}},
    {SCMP_SYS(open),             "the same, by other C libraries",   scmp_arg_cmp{1, SCMP_CMP_MASKED_EQ, kWriting, 0}},
    {SCMP_SYS(close),            "closing it"},
    {SCMP_SYS(read),             "reading pages"},
    {SCMP_SYS(pread64),          "reading pages"},
    {SCMP_SYS(lseek),            "reading pages, by libraries built without pread"},
    {SCMP_SYS(stat),             "the file's identity, by other C libraries"},
    {SCMP_SYS(lstat),            "the file's identity, by other C libraries"},
    {SCMP_SYS(fstat),            "the file's identity"},
    {SCMP_SYS(newfstatat),       "the file's identity"},
    {SCMP_SYS(statx),            "the file's identity, by other C libraries"},
    {SCMP_SYS(access),           "whether there is a journal"},
    {SCMP_SYS(faccessat),        "whether there is a journal, by other C libraries"},
    {SCMP_SYS(faccessat2),       "whether there is a journal, by other C libraries"},
    {SCMP_SYS(getdents64),       "which files a folder of inputs holds"},
    {SCMP_SYS(readlink),         "resolving the path"},
    {SCMP_SYS(readlinkat),       "resolving the path, by other C libraries"},
    {SCMP_SYS(getcwd),           "resolving the path"},
    {SCMP_SYS(fcntl),            "locks", scmp_arg_cmp{1, SCMP_CMP_EQ, F_SETLK, 0}},
    {SCMP_SYS(fcntl),            "locks", scmp_arg_cmp{1, SCMP_CMP_EQ, F_GETLK, 0}},
    {SCMP_SYS(fcntl),            "closing on exec", scmp_arg_cmp{1, SCMP_CMP_EQ, F_GETFD, 0}},
    {SCMP_SYS(fcntl),            "closing on exec", scmp_arg_cmp{1, SCMP_CMP_EQ, F_SETFD, 0}},
    {SCMP_SYS(mmap),             "memory, the log's index", scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0}},
    {SCMP_SYS(mprotect),         "memory",                  scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0}},
    {SCMP_SYS(munmap),           "memory"},
    {SCMP_SYS(mremap),           "memory"},
    {SCMP_SYS(madvise),          "memory"},
    {SCMP_SYS(brk),              "memory"},
    {SCMP_SYS(futex),            "locks of the libraries"},
    {SCMP_SYS(getrandom),        "secret names of scope views"},
    {SCMP_SYS(clock_gettime),    "deadlines"},
    {SCMP_SYS(gettimeofday),     "deadlines, where the kernel lends no clock to read"},
    {SCMP_SYS(clock_nanosleep),  "waiting for a lock"},
    {SCMP_SYS(nanosleep),        "waiting for a lock, by other C libraries"},
    {SCMP_SYS(getpid),           "the database library"},
    {SCMP_SYS(geteuid),          "the database library"},
    {SCMP_SYS(gettid),           "ending after a fault"},
    {SCMP_SYS(rt_sigprocmask),   "ending after a fault"},
    {SCMP_SYS(rt_sigaction),     "ending after a fault"},
    {SCMP_SYS(restart_syscall),  "waiting on after the process was stopped and continued"},
    {SCMP_SYS(prlimit64),        "reading limits", scmp_arg_cmp{2, SCMP_CMP_EQ, 0, 0}},
    {SCMP_SYS(exit_group),       "ending"},
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    // The run-time libraries of sanitizers probe memory through a pipe and write what they found.
    {SCMP_SYS(pipe2),            "sanitizers"},
    {SCMP_SYS(pipe),             "sanitizers"},
    {SCMP_SYS(write),            "sanitizers"},
    {SCMP_SYS(sigaltstack),      "sanitizers"},
    {SCMP_SYS(rt_sigreturn),     "sanitizers"},
    {SCMP_SYS(sched_yield),      "sanitizers"},
#endif
});

// No worker has a reason for these.
constexpr auto kFatal = std::to_array<int>({
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(clone), SCMP_SYS(clone3),
    SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
    SCMP_SYS(accept4), SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(bpf),
    SCMP_SYS(io_uring_setup), SCMP_SYS(memfd_create), SCMP_SYS(mount), SCMP_SYS(unshare), SCMP_SYS(setns),
    SCMP_SYS(keyctl), SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd),
});
// clang-format on

struct Release {
  void operator()(void* filter) const { seccomp_release(filter); }
};

// The table, and what is allowed towards this channel and this process alone.
std::vector<Allowed> CallsFor(int channel) {
  std::vector<Allowed> calls(kCalls.begin(), kCalls.end());
  const auto to_channel = scmp_arg_cmp{0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(channel), 0};
  calls.push_back({SCMP_SYS(recvfrom), "the channel", to_channel});
  calls.push_back({SCMP_SYS(sendto), "the channel", to_channel});
  const auto to_self = scmp_arg_cmp{0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid()), 0};
  calls.push_back({SCMP_SYS(tgkill), "aborting: ending itself by a signal", to_self});
  return calls;
}

Unexpected<std::string> Refused(const std::string& doing) { return Unexpected("seccomp: " + doing); }

}  // namespace

Expected<void, std::string> RestrictSystemCalls(int channel) {
  // SQLite takes "no permission" for an answer and opens for reading only.
  const std::unique_ptr<void, Release> filter(seccomp_init(SCMP_ACT_ERRNO(EACCES)));
  if (!filter) return Refused("no filter could be made");
  // A tree instead of a list: every call of a worker passes through it.
  seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
  const auto add = [&](std::uint32_t action, int call, const std::optional<scmp_arg_cmp>& only) {
    const int added = only ? seccomp_rule_add_array(filter.get(), action, call, 1, &*only)
                           : seccomp_rule_add_array(filter.get(), action, call, 0, nullptr);
    // A call that this machine's architecture does not have needs no rule.
    return added == 0 || added == -EDOM;
  };
  for (const Allowed& row : CallsFor(channel)) {
    if (!add(SCMP_ACT_ALLOW, row.call, row.only)) return Refused("a rule for " + std::string(row.needed_by));
  }
  for (const int call : kFatal) {
    if (!add(SCMP_ACT_KILL_PROCESS, call, std::nullopt)) return Refused("a rule for what is fatal");
  }
  if (const int loaded = seccomp_load(filter.get()); loaded != 0) {
    return Refused("the kernel does not take the filter (" + std::to_string(-loaded) + ")");
  }
  return {};
}

std::vector<ListedSystemCall> ListedSystemCalls() {
  std::vector<ListedSystemCall> listed;
  for (const Allowed& row : CallsFor(-1)) {
    const std::unique_ptr<char, decltype(&std::free)> name(seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, row.call),
                                                           &std::free);
    // Another architecture's calls have no name here.
    if (name) listed.push_back({name.get(), row.needed_by});
  }
  return listed;
}

}  // namespace querygate::isolation
