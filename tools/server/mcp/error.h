// Protocol errors: the request is not one that this server answers. What a report says is never one of them.
#pragma once

#include <string>
#include <string_view>

namespace querygate::server::mcp {

// JSON-RPC's own, and the two of the range that MCP reserves.
inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kHeaderMismatch = -32020;
inline constexpr int kUnsupportedVersion = -32022;

struct RpcError {
  int code = kInternalError;
  std::string message;  // one line; repeats nothing that was sent
  std::string data;     // JSON; empty: none
  int http_status = 200;
};

// Whole messages, without a line end. `id` is JSON as it was sent; empty when it could not be read.
std::string ErrorMessage(std::string_view id, const RpcError& error);
std::string ResultMessage(std::string_view id, std::string_view result);

}  // namespace querygate::server::mcp
