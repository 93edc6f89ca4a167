// Revisions of the protocol, and which of its two wires a message is on.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tools/server/mcp/message.h"

namespace querygate::server::mcp {

// Legacy: a handshake begins (`initialize`). Modern: every request stands for itself.
enum class Era { kLegacy, kModern };

inline constexpr std::string_view kModernRevision = "2026-07-28";
std::span<const std::string_view> LegacyRevisions();     // newest first
std::span<const std::string_view> SupportedRevisions();  // newest first
bool IsSupported(std::string_view revision);

inline constexpr std::string_view kMetaRevision = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kMetaServer = "io.modelcontextprotocol/serverInfo";

// The wire of a message. `header`: the MCP-Protocol-Version header, over HTTP.
Era EraOf(const Message& message, std::optional<std::string_view> header);

// -32022 with the revisions that there are.
RpcError UnsupportedRevision(std::string_view requested);

}  // namespace querygate::server::mcp
