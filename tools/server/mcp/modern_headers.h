// What every message of the modern wire carries: `_meta`, and over HTTP the headers that mirror it.
#pragma once

#include <optional>

#include "tools/server/http_message.h"
#include "tools/server/mcp/message.h"

namespace querygate::server::mcp {

// The first thing that is wrong, if anything is: a header that is missing or differs from the body, a revision that is
// not served, `_meta` without what it must have. `request` is null where there are no headers (stdio).
std::optional<RpcError> CheckModern(const Message& message, const HttpRequest* request);

}  // namespace querygate::server::mcp
