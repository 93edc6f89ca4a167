// One tools/call: a report run, or a mistake told so that a model can mend it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "tools/server/mcp/error.h"
#include "tools/server/mcp/message.h"
#include "tools/server/operator_log.h"
#include "tools/server/report_call.h"

namespace querygate::server::mcp {

struct ToolResult {
  std::string text;        // for a model
  std::string structured;  // JSON that conforms to the tool's output schema; empty: an error
  bool is_error() const { return structured.empty(); }
};

// Thread-safe. The log outlives it.
class ToolCaller {
 public:
  // With more than `tool_limit` reports, find_report and run_report are tools as well.
  ToolCaller(OperatorLog& log, std::size_t tool_limit) : log_(log), tool_limit_(tool_limit) {}

  // A protocol error for a tool that this caller does not have and for params that are no call at all.
  Expected<ToolResult, RpcError> Call(const JsonValue& params, std::string_view group, const CallScene& scene) const;

 private:
  Expected<ToolResult, RpcError> CallFinder(std::string_view name, Arguments arguments, const JsonValue* sent,
                                            std::string_view group, const CallScene& scene) const;
  Expected<ToolResult, RpcError> RunNamed(const JsonValue* sent, std::string_view group, const CallScene& scene) const;
  // Empty: this caller cannot reach such a report.
  std::optional<ToolResult> Run(const std::string& id, Arguments arguments, std::string_view group,
                                const CallScene& scene) const;
  ToolResult Fail(std::string_view report, const Failure& failure) const;
  std::optional<std::string> ReportOf(const std::string& tool, const std::shared_ptr<const Gateway>& gateway) const;

  OperatorLog& log_;
  const std::size_t tool_limit_;
  mutable std::mutex mutex_;
  mutable std::weak_ptr<const Gateway> named_;           // whose names these are
  mutable std::map<std::string, std::string> reports_;  // by tool; names only, whoever may call them
};

}  // namespace querygate::server::mcp
