// Streamable HTTP: one path for both wires. Every answer is one JSON document; there are no streams and no sessions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/server/http_message.h"
#include "tools/server/mcp/service.h"
#include "tools/server/report_call.h"

namespace querygate::server::mcp {

// Thread-safe. The service outlives it.
class HttpEndpoint {
 public:
  explicit HttpEndpoint(const Service& service) : service_(service) {}

  // "" for `/mcp`, the group for `/mcp/GROUP`; nothing for any other path.
  static std::optional<std::string> GroupOfPath(std::string_view path);

  HttpResponse Answer(const HttpRequest& request, const std::string& group, const CallScene& scene) const;

 private:
  const Service& service_;
};

}  // namespace querygate::server::mcp
