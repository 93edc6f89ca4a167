#include "tools/server/cross_origin.h"

#include <algorithm>

namespace querygate::server {

namespace {

// Only what is listed word for word: the server's own origin needs no permission.
std::optional<std::string_view> ListedOrigin(const HttpRequest& request, const AddressRules& rules) {
  const auto origin = request.Header("origin");
  if (!origin || std::find(rules.origins.begin(), rules.origins.end(), *origin) == rules.origins.end()) {
    return std::nullopt;
  }
  return origin;
}

}  // namespace

std::optional<HttpResponse> AnswerPreflight(const HttpRequest& request, const AddressRules& rules) {
  if (request.method != "OPTIONS" || !request.Header("access-control-request-method")) return std::nullopt;
  if (!ListedOrigin(request, rules)) return std::nullopt;
  HttpResponse response{204, {}, {}, {}};
  AllowOrigin(request, rules, response);
  response.Add("Access-Control-Allow-Methods", "GET, HEAD, POST")
      .Add("Access-Control-Allow-Headers",
           "Accept, Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, Mcp-Method, Mcp-Name")
      .Add("Access-Control-Max-Age", "600");
  return response;
}

void AllowOrigin(const HttpRequest& request, const AddressRules& rules, HttpResponse& response) {
  const auto origin = ListedOrigin(request, rules);
  if (!origin) return;
  response.Add("Access-Control-Allow-Origin", *origin)
      .Add("Access-Control-Expose-Headers", "ETag, Querygate-Complete, Retry-After, WWW-Authenticate")
      .Add("Vary", "Origin");
}

}  // namespace querygate::server
