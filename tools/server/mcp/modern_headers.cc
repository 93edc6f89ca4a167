#include "tools/server/mcp/modern_headers.h"

#include <string>

#include "engine/base/base64.h"
#include "tools/server/mcp/json_access.h"
#include "tools/server/mcp/revision.h"

namespace querygate::server::mcp {

namespace {

constexpr std::string_view kEncodedStart = "=?base64?";
constexpr std::string_view kEncodedEnd = "?=";

RpcError Mismatch(std::string_view header) {
  return {kHeaderMismatch, std::string(header) + " is missing or differs from the body", {}, 400};
}

RpcError MissingMeta(std::string_view key) {
  return {kInvalidParams, "params._meta needs " + std::string(key), {}, 400};
}

// A value that headers cannot carry is sent in base64 between marks.
std::optional<std::string> DecodeHeader(std::string_view value) {
  if (!value.starts_with(kEncodedStart) || !value.ends_with(kEncodedEnd)) return std::string(value);
  value.remove_prefix(kEncodedStart.size());
  if (value.size() < kEncodedEnd.size()) return std::nullopt;
  value.remove_suffix(kEncodedEnd.size());
  return DecodeBase64(value);
}

bool Mirrors(const HttpRequest& request, std::string_view header, std::string_view value) {
  const auto sent = request.Header(header);
  if (!sent || request.CountHeaders(header) > 1) return false;
  const auto decoded = DecodeHeader(*sent);
  return decoded && *decoded == value;
}

std::optional<RpcError> CheckHeaders(const Message& message, const HttpRequest& request, const std::string* revision) {
  if (revision != nullptr && !Mirrors(request, "mcp-protocol-version", *revision)) {
    return Mismatch("MCP-Protocol-Version");
  }
  if (message.IsNotification()) return std::nullopt;
  if (!Mirrors(request, "mcp-method", message.method)) return Mismatch("Mcp-Method");
  const std::string* name = FindString(message.params, "name");
  const bool named = message.method == "tools/call" && name != nullptr;
  if (named && !Mirrors(request, "mcp-name", *name)) return Mismatch("Mcp-Name");
  return std::nullopt;
}

}  // namespace

std::optional<RpcError> CheckModern(const Message& message, const HttpRequest* request) {
  const JsonValue* meta = FindJson(message.params, "_meta");
  const std::string* revision = meta == nullptr ? nullptr : FindString(*meta, kMetaRevision);
  if (request != nullptr) {
    if (auto error = CheckHeaders(message, *request, revision)) return error;
  }
  if (message.IsNotification()) return std::nullopt;
  if (revision == nullptr) return MissingMeta(kMetaRevision);
  if (*revision != kModernRevision) return UnsupportedRevision(*revision);
  const JsonValue* capabilities = FindJson(*meta, kMetaCapabilities);
  if (capabilities == nullptr || capabilities->kind != JsonValue::Kind::kObject) return MissingMeta(kMetaCapabilities);
  return std::nullopt;
}

}  // namespace querygate::server::mcp
