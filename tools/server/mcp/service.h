// The methods of MCP, for both wires: from a message to a result or a protocol error. No transport here.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "engine/render/json_text.h"
#include "tools/server/mcp/message.h"
#include "tools/server/mcp/revision.h"
#include "tools/server/mcp/tool_call.h"
#include "tools/server/mcp/tool_list.h"
#include "tools/server/operator_log.h"
#include "tools/server/report_call.h"

namespace querygate::server::mcp {

struct ServiceSettings {
  std::string version;          // of this program
  std::size_t tool_limit = 40;  // with more reports, two tools stand for all
};

// Where a message comes from and goes to.
struct Scene {
  Era era = Era::kLegacy;
  std::string group;  // the endpoint's: only reports whose id begins with it; empty: all
  CallScene call;
};

// Thread-safe. The log outlives it.
class Service {
 public:
  Service(OperatorLog& log, ServiceSettings settings);

  // The result of a request, as a JSON object. What a report says, refusals included, is a result.
  Expected<std::string, RpcError> Handle(const Message& request, const Scene& scene) const;

 private:
  using Method = Expected<std::string, RpcError> (Service::*)(const Message&, const Scene&) const;
  struct MethodRow {
    std::string_view name;
    bool legacy, modern;
    Method answer;
  };
  static std::span<const MethodRow> Methods();

  Expected<std::string, RpcError> Initialize(const Message& request, const Scene& scene) const;
  Expected<std::string, RpcError> Ping(const Message& request, const Scene& scene) const;
  Expected<std::string, RpcError> Discover(const Message& request, const Scene& scene) const;
  Expected<std::string, RpcError> ListTools(const Message& request, const Scene& scene) const;
  Expected<std::string, RpcError> CallTool(const Message& request, const Scene& scene) const;

  // Fails where a group's endpoint has nothing for this caller: it is as if it did not exist.
  Expected<Reports, RpcError> Offered(const Scene& scene) const;
  void WriteServerInfo(JsonWriter& writer) const;
  // Opens the object; what every modern result has is written already.
  JsonWriter BeginResult(const Scene& scene) const;

  OperatorLog& log_;
  const ServiceSettings settings_;
  const ToolCaller caller_;
};

}  // namespace querygate::server::mcp
