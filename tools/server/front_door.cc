#include "tools/server/front_door.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tools/server/cross_origin.h"

namespace querygate::server {

namespace {

constexpr std::string_view kMetadata = "/.well-known/oauth-protected-resource";

// Headers that decide something: of two, neither can be believed.
constexpr auto kSingleHeaders = std::to_array<std::string_view>(
    {"host", "origin", "authorization", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"});

bool IsWellFormed(const HttpRequest& request) {
  if (!ParseTarget(request.target)) return false;
  if (request.CountHeaders("host") != 1) return false;
  for (const std::string_view name : kSingleHeaders) {
    if (request.CountHeaders(name) > 1) return false;
  }
  return true;
}

// Some statuses, 404 and 410 among them, may be kept by caches that are told nothing: today's refusal would be
// tomorrow's answer, or another caller's.
void KeepFromCaches(HttpResponse& response) {
  const auto says = [](const HttpHeader& header) { return header.name == "Cache-Control"; };
  if (std::none_of(response.headers.begin(), response.headers.end(), says)) response.Add("Cache-Control", "no-store");
}

HttpResponse HealthResponse(const HttpRequest& request, bool healthy) {
  if (request.method != "GET" && request.method != "HEAD") return MethodNotAllowed("GET, HEAD");
  return JsonResponse(healthy ? 200 : 503, healthy ? R"({"status":"ok"})" : R"({"status":"draining"})")
      .Add("Cache-Control", "no-store");
}

HttpResponse MetricsResponse(const HttpRequest& request, const Metrics& metrics) {
  if (request.method != "GET" && request.method != "HEAD") return MethodNotAllowed("GET, HEAD");
  HttpResponse response;
  response.content_type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = metrics.Render();
  return response.Add("Cache-Control", "no-store");
}

}  // namespace

FrontDoor::FrontDoor(const ServedGateway& gateway, const Authenticator& authenticator, OperatorLog& log,
                     FrontDoorSettings settings)
    : gateway_(gateway),
      authenticator_(authenticator),
      log_(log),
      settings_(std::move(settings)),
      api_(log, settings_.version),
      pages_(log, settings_.addresses.https),
      mcp_(log, {settings_.version, settings_.tool_limit}),
      mcp_endpoint_(mcp_) {}

std::optional<HttpResponse> FrontDoor::AnswerAtOnce(const HttpRequest& request) const {
  // Whoever probes does so by whatever name it has, and learns nothing but this.
  if (request.target == "/healthz") return HealthResponse(request, true);
  if (request.target == "/readyz") return HealthResponse(request, !draining_);
  if (!IsWellFormed(request)) return RejectedResponse(400, "malformed_request");
  if (auto refused = CheckAddress(request, settings_.addresses)) return refused;
  if (request.target == "/metrics" && settings_.metrics != nullptr) return MetricsResponse(request, *settings_.metrics);
  return AnswerPreflight(request, settings_.addresses);
}

HttpResponse FrontDoor::Answer(const HttpRequest& request, const std::stop_token& gone) const {
  HttpResponse response = AnswerAnybody(request, gone);
  KeepFromCaches(response);
  AllowOrigin(request, settings_.addresses, response);
  return response;
}

HttpResponse FrontDoor::AnswerAnybody(const HttpRequest& request, const std::stop_token& gone) const {
  const auto target = ParseTarget(request.target);
  if (!target) return RejectedResponse(400, "malformed_request");
  CallScene scene{gateway_.Current(), {}, request.arrived, gone, settings_.keeping, TraceIdOf(request.Header("traceparent"))};

  if (target->path.starts_with(kMetadata)) {
    auto metadata = authenticator_.ResourceMetadata(target->path.substr(kMetadata.size()));
    if (!metadata) return RejectedResponse(404, "unknown_path");
    return JsonResponse(200, *std::move(metadata));
  }
  if (auto asset = pages_.AnswerAsset(request, *target)) return *std::move(asset);
  auto identity = authenticator_.Authenticate(request.Header("authorization"), target->path);
  if (!identity) {
    HttpResponse refusal = Refuse(identity.error());
    return pages::Pages::Serves(target->path) ? pages_.AsPage(std::move(refusal)) : refusal;
  }
  scene.identity = *std::move(identity);

  if (request.method != "HEAD") return Route(request, *target, scene);
  // The transport leaves the body out.
  HttpRequest read = request;
  read.method = "GET";
  return Route(read, *target, scene);
}

HttpResponse FrontDoor::Refuse(const AuthenticationFault& fault) const {
  using Kind = AuthenticationFault::Kind;
  if (fault.kind == Kind::kUnavailable) {
    log_.Failed({}, "query_unavailable", fault.cause);
    return FailedResponse(503, "query_unavailable");
  }
  const bool unknown = fault.kind == Kind::kUnauthenticated;
  const std::string_view reason = unknown ? "unauthenticated" : "not_permitted";
  log_.Refused(reason, fault.cause);
  HttpResponse response = RejectedResponse(unknown ? 401 : 403, reason);
  if (!fault.challenge.empty()) response.Add("WWW-Authenticate", fault.challenge);
  return response;
}

HttpResponse FrontDoor::Route(const HttpRequest& request, const RequestTarget& target, const CallScene& scene) const {
  if (pages::Pages::Serves(target.path)) return pages_.Answer(request, target, scene);
  if (api::Api::Serves(target.path)) return api_.Answer(request, target, scene);
  if (const auto group = mcp::HttpEndpoint::GroupOfPath(target.path))
    return mcp_endpoint_.Answer(request, *group, scene);
  return RejectedResponse(404, "unknown_path");
}

}  // namespace querygate::server
