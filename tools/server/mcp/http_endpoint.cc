#include "tools/server/mcp/http_endpoint.h"

#include <algorithm>
#include <array>

#include "tools/server/api/media_type.h"
#include "tools/server/mcp/modern_headers.h"

namespace querygate::server::mcp {

namespace {

constexpr std::string_view kPath = "/mcp";
constexpr std::string_view kVersionHeader = "mcp-protocol-version";

HttpResponse ErrorResponse(std::string_view id, const RpcError& error) {
  return JsonResponse(error.http_status, ErrorMessage(id, error));
}

bool IsGroupName(std::string_view name) {
  return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

// Clients are to list JSON and event streams; some list only one, or say nothing. JSON is what they get.
bool AcceptsJson(const HttpRequest& request) {
  static constexpr std::array<std::string_view, 1> kOffered{kJsonType};
  return api::Negotiate(request.Header("accept"), kOffered).has_value();
}

std::optional<RpcError> CheckWire(const Message& message, const HttpRequest& request, Era era) {
  if (era == Era::kModern) return CheckModern(message, &request);
  const auto version = request.Header(kVersionHeader);
  if (version && !IsSupported(*version)) return UnsupportedRevision(*version);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> HttpEndpoint::GroupOfPath(std::string_view path) {
  if (path == kPath) return std::string();
  if (!path.starts_with(kPath) || path.size() <= kPath.size() + 1 || path[kPath.size()] != '/') return std::nullopt;
  path.remove_prefix(kPath.size() + 1);
  if (!IsGroupName(path)) return std::nullopt;
  return std::string(path);
}

HttpResponse HttpEndpoint::Answer(const HttpRequest& request, const std::string& group, const CallScene& scene) const {
  // Without streams there is nothing to GET, and without sessions nothing to DELETE.
  if (request.method != "POST") return MethodNotAllowed("POST");
  if (MediaTypeOf(request.Header("content-type").value_or(std::string_view())) != kJsonType) {
    return RejectedResponse(415, "unsupported_media_type");
  }
  if (!AcceptsJson(request)) return RejectedResponse(406, "not_acceptable");
  const auto message = ParseMessage(request.body);
  if (!message) return ErrorResponse(message.error().id, message.error().error);

  Scene of_message{EraOf(*message, request.Header(kVersionHeader)), group, scene};
  // On the legacy wire a lost connection says nothing about whether the answer is still wanted.
  if (of_message.era == Era::kLegacy) of_message.call.gone = {};
  if (const auto error = CheckWire(*message, request, of_message.era)) return ErrorResponse(message->id, *error);
  if (message->IsNotification()) return HttpResponse{202, {}, {}, {}};
  const auto result = service_.Handle(*message, of_message);
  if (!result) return ErrorResponse(message->id, result.error());
  return JsonResponse(200, ResultMessage(message->id, *result)).Add("Cache-Control", "no-store");
}

}  // namespace querygate::server::mcp
