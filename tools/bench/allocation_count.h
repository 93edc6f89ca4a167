// How often this thread has asked for memory: operator new is replaced in a program that links this.
#pragma once

#include <cstdint>

namespace querygate::bench {

// Since the thread began. What SQLite allocates for itself is not in it.
std::uint64_t Allocations();

}  // namespace querygate::bench
