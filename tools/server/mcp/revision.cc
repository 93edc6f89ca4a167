#include "tools/server/mcp/revision.h"

#include <algorithm>
#include <array>

#include "engine/render/json_text.h"
#include "tools/server/mcp/json_access.h"

namespace querygate::server::mcp {

namespace {

constexpr auto kSupported = std::to_array<std::string_view>({kModernRevision, "2025-11-25", "2025-06-18"});

// Revisions are dates; those from the modern one on are modern, whether or not they are served.
bool IsModern(std::string_view revision) { return revision.size() == 10 && revision >= kModernRevision; }

}  // namespace

std::span<const std::string_view> SupportedRevisions() { return kSupported; }
std::span<const std::string_view> LegacyRevisions() { return SupportedRevisions().subspan(1); }

bool IsSupported(std::string_view revision) {
  return std::find(kSupported.begin(), kSupported.end(), revision) != kSupported.end();
}

Era EraOf(const Message& message, std::optional<std::string_view> header) {
  const JsonValue* meta = FindJson(message.params, "_meta");
  if (meta != nullptr && FindJson(*meta, kMetaRevision) != nullptr) return Era::kModern;
  return header && IsModern(*header) ? Era::kModern : Era::kLegacy;
}

RpcError UnsupportedRevision(std::string_view requested) {
  JsonWriter writer;
  writer.BeginObject().Key("supported").BeginArray();
  for (const std::string_view revision : kSupported) writer.String(revision);
  writer.EndArray();
  if (requested.size() <= 32) writer.Key("requested").String(requested);
  writer.EndObject();
  return {kUnsupportedVersion, "this revision of the protocol is not served", std::move(writer).text(), 400};
}

}  // namespace querygate::server::mcp
