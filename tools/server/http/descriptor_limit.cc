#include "tools/server/http/descriptor_limit.h"

#include <algorithm>

#include <sys/resource.h>

namespace querygate::server::http {

namespace {

constexpr std::size_t kOthers = 256;

}  // namespace

std::size_t AllowConnections(std::size_t wanted) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const rlim_t needed = wanted + kOthers;
  if (limit.rlim_cur < needed) {
    rlimit raised = limit;
    raised.rlim_cur = std::min(needed, limit.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  const std::size_t descriptors = static_cast<std::size_t>(std::min(limit.rlim_cur, needed));
  // Where there are few, connections get the larger part.
  const std::size_t others = std::min(kOthers, descriptors / 3);
  return std::clamp<std::size_t>(descriptors - others, 1, wanted);
}

}  // namespace querygate::server::http
