#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/isolation/sandbox.h"

namespace querygate::isolation {
namespace {

struct Limit {
  const char* name;
  __rlimit_resource resource;
  rlim_t value;
};

constexpr std::array kLimits{
    Limit{"core", RLIMIT_CORE, 0},
    Limit{"file size", RLIMIT_FSIZE, 0},
    Limit{"descriptors", RLIMIT_NOFILE, 64},
    Limit{"locked memory", RLIMIT_MEMLOCK, 0},
    Limit{"message queues", RLIMIT_MSGQUEUE, 0},
};

Unexpected<std::string> SystemError(const std::string& doing) {
  return Unexpected(doing + ": " + std::strerror(errno));
}

}  // namespace

Expected<void, std::string> LimitResources(int parent) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return SystemError("asking for the parent's death");
  // It may have died before that was asked for.
  if (::getppid() != parent) return Unexpected(std::string("the gateway that started this worker has gone"));
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return SystemError("giving up privileges");
  if (::prctl(PR_SET_DUMPABLE, 0) != 0) return SystemError("closing the process to others");
  for (const Limit& limit : kLimits) {
    const rlimit both{limit.value, limit.value};
    if (::setrlimit(limit.resource, &both) != 0) return SystemError(std::string("limiting ") + limit.name);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return {};
}

}  // namespace querygate::isolation
