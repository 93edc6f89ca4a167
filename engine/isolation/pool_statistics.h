// How the workers of a gateway are doing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace querygate::isolation {

struct PoolStatistics {
  std::uint64_t started = 0;
  std::uint64_t killed = 0;  // for taking too long, or because whoever asked had gone
  std::uint64_t lost = 0;    // ended by themselves or broke the protocol
  std::size_t idle = 0;
  std::size_t busy = 0;
  bool landlock = false;  // of the last worker that was attached
};

}  // namespace querygate::isolation
