// Everything that is served over HTTP, behind one door: health, who asks, then pages, the API or MCP.
#pragma once

#include <atomic>
#include <string>

#include "tools/server/address_check.h"
#include "tools/server/api/api.h"
#include "tools/server/authenticator.h"
#include "tools/server/http_handler.h"
#include "tools/server/mcp/http_endpoint.h"
#include "tools/server/mcp/service.h"
#include "tools/server/operator_log.h"
#include "tools/server/pages/pages.h"
#include "tools/server/served_gateway.h"

namespace querygate::server {

struct FrontDoorSettings {
  AddressRules addresses;
  std::string version;
  std::size_t tool_limit = 40;
  const CallKeeping* keeping = nullptr;  // null: calls are neither limited nor logged nor counted
  const Metrics* metrics = nullptr;      // served at /metrics to anybody; null: there is no such path
};

// Thread-safe. Everything passed by reference outlives it.
class FrontDoor final : public HttpHandler {
 public:
  FrontDoor(const ServedGateway& gateway, const Authenticator& authenticator, OperatorLog& log, FrontDoorSettings settings);

  std::optional<HttpResponse> AnswerAtOnce(const HttpRequest& request) const override;
  HttpResponse Answer(const HttpRequest& request, const std::stop_token& gone) const override;

  // Not ready any more: /readyz says so to whoever sends traffic here.
  void Drain() { draining_ = true; }

 private:
  HttpResponse AnswerAnybody(const HttpRequest& request, const std::stop_token& gone) const;
  HttpResponse Refuse(const AuthenticationFault& fault) const;
  HttpResponse Route(const HttpRequest& request, const RequestTarget& target, const CallScene& scene) const;

  const ServedGateway& gateway_;
  const Authenticator& authenticator_;
  OperatorLog& log_;
  const FrontDoorSettings settings_;
  const api::Api api_;
  const pages::Pages pages_;
  const mcp::Service mcp_;
  const mcp::HttpEndpoint mcp_endpoint_;
  std::atomic<bool> draining_ = false;
};

}  // namespace querygate::server
