#include "engine/identity/protected_resource.h"

#include "engine/load/web_address.h"
#include "engine/render/json_text.h"

namespace querygate {
namespace {

// The configuration's reader has kept quotes and backslashes out of every part.
std::string Quote(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::string Joined(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : " ") + text;
  return joined;
}

void Append(std::string& challenge, std::string_view name, std::string_view value) {
  challenge += challenge.ends_with("Bearer") ? " " : ", ";
  challenge.append(name).append("=").append(Quote(value));
}

}  // namespace

std::string ResourceMetadataJson(const ProtectedResource& resource) {
  JsonWriter writer;
  writer.BeginObject().Key("resource").String(resource.resource).Key("authorization_servers").BeginArray();
  for (const std::string& server : resource.authorization_servers) writer.String(server);
  writer.EndArray();
  if (!resource.scopes.empty()) {
    writer.Key("scopes_supported").BeginArray();
    for (const std::string& scope : resource.scopes) writer.String(scope);
    writer.EndArray();
  }
  writer.Key("bearer_methods_supported").BeginArray().String("header").EndArray().EndObject();
  return writer.text();
}

std::string ResourcePath(const ProtectedResource& resource) {
  const auto address = ParseWebAddress(resource.resource);
  return address ? address->path : std::string();
}

std::string ResourceMetadataAddress(const ProtectedResource& resource) {
  const std::string path = ResourcePath(resource);
  const std::string origin = resource.resource.substr(0, resource.resource.size() - path.size());
  return origin + std::string(kResourceMetadataPath) + path;
}

Denial DenialOf(TokenFault fault) {
  switch (fault) {
    case TokenFault::kKeysUnavailable:
      return Denial::kUnavailable;
    case TokenFault::kInsufficientScope:
      return Denial::kInsufficientScope;
    default:
      return Denial::kUnauthenticated;
  }
}

std::string ChallengeOf(TokenFault fault, const ProtectedResource& resource) {
  const Denial denial = DenialOf(fault);
  if (denial == Denial::kUnavailable) return {};
  std::string challenge = "Bearer";
  if (resource.resource.empty()) Append(challenge, "realm", "querygate");
  if (denial == Denial::kInsufficientScope) {
    Append(challenge, "error", "insufficient_scope");
  } else if (fault != TokenFault::kMissingCredentials && fault != TokenFault::kUnsupportedScheme) {
    Append(challenge, "error", "invalid_token");
  }
  if (!resource.scopes.empty()) Append(challenge, "scope", Joined(resource.scopes));
  if (!resource.resource.empty()) Append(challenge, "resource_metadata", ResourceMetadataAddress(resource));
  return challenge;
}

}  // namespace querygate
