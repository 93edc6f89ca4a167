// One JSON-RPC message from a client: a request or a notification.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/expected.h"
#include "engine/load/json_reader.h"
#include "tools/server/mcp/error.h"

namespace querygate::server::mcp {

struct Message {
  std::string id;  // as JSON, in the spelling that was sent; empty: a notification
  std::string method;
  JsonValue params;  // an object; kNull when there are none

  bool IsNotification() const { return id.empty(); }
};

struct Malformed {
  RpcError error;
  std::string id;  // as far as it could be read
};

// Strict: UTF-8, no duplicate keys at any level, bounded depth and size; one object and not a batch. An id is a string
// or an integer.
Expected<Message, Malformed> ParseMessage(std::string_view bytes);

}  // namespace querygate::server::mcp
