// MCP over standard input and output: one message a line, answers in the order in which they are ready.
#pragma once

#include <cstddef>
#include <iosfwd>

#include "engine/base/deadline.h"
#include "tools/server/authenticator.h"
#include "tools/server/mcp/service.h"
#include "tools/server/served_gateway.h"
#include "tools/server/worker_pool.h"

namespace querygate::server::mcp {

struct StdioSettings {
  Identity identity;              // the host's word, for the whole session
  std::size_t max_line = 0;       // bytes
  std::size_t max_in_flight = 0;  // requests; reading waits when so many are unanswered
  const CallKeeping* keeping = nullptr;  // null: calls are neither limited nor logged nor counted
};

// Serves until the input ends and every request that was read is answered. Nothing but messages is written to `out`.
// One session at a time uses `pool`.
void ServeStdio(const Service& service, const ServedGateway& gateway, const StdioSettings& settings, const Clock& clock,
                WorkerPool& pool, std::istream& in, std::ostream& out);

}  // namespace querygate::server::mcp
