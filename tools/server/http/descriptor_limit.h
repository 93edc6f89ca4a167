// How many connections the process may hold: each is a descriptor.
#pragma once

#include <cstddef>

namespace querygate::server::http {

// Lets the process have descriptors for so many connections and for everything else that it opens (databases, workers,
// logs), as far as the system's hard limit goes. Returns how many connections that leaves: `wanted`, or fewer. Without
// this, connections that do nothing would take the descriptors that calls need.
std::size_t AllowConnections(std::size_t wanted);

}  // namespace querygate::server::http
