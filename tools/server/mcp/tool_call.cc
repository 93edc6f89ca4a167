#include "tools/server/mcp/tool_call.h"

#include <utility>

#include "engine/load/json_arguments.h"
#include "engine/render/result_format.h"
#include "tools/server/mcp/find_report.h"
#include "tools/server/mcp/json_access.h"
#include "tools/server/mcp/tool_list.h"
#include "tools/server/outcome_words.h"
#include "tools/server/report_words.h"

namespace querygate::server::mcp {

namespace {

Unexpected<RpcError> InvalidParams(std::string message) {
  return Unexpected(RpcError{kInvalidParams, std::move(message), {}, 200});
}

Unexpected<RpcError> UnknownTool() { return InvalidParams("unknown tool: tools/list names those that there are"); }

Arguments ToArguments(const JsonValue* object) {
  Arguments arguments;
  if (object == nullptr) return arguments;
  for (const JsonValue::Member& member : object->members) arguments.emplace_back(member.key, ToArgument(member.value));
  return arguments;
}

bool IsIn(std::string_view group, const std::string& id) { return group.empty() || GroupOf(id) == group; }

ToolResult Refuse(std::string_view reason, const std::string& help) {
  return {RenderRejectionJson(reason) + '\n' + help, {}};
}

}  // namespace

Expected<ToolResult, RpcError> ToolCaller::Call(const JsonValue& params, std::string_view group,
                                                const CallScene& scene) const {
  const std::string* name = FindString(params, "name");
  if (name == nullptr) return InvalidParams("params.name is the name of a tool");
  const JsonValue* sent = FindJson(params, "arguments");
  if (sent != nullptr && sent->kind != JsonValue::Kind::kObject) {
    return InvalidParams("params.arguments is an object");
  }
  if (const auto id = ReportOf(*name)) {
    auto result = Run(*id, ToArguments(sent), group, scene);
    if (!result) return UnknownTool();
    return *std::move(result);
  }
  if (*name != kFindReport && *name != kRunReport) return UnknownTool();
  return CallFinder(*name, ToArguments(sent), sent, group, scene);
}

Expected<ToolResult, RpcError> ToolCaller::CallFinder(std::string_view name, Arguments arguments, const JsonValue* sent,
                                                      std::string_view group, const CallScene& scene) const {
  const auto reachable = gateway_.Reachable(ToHostIdentity(scene.identity));
  if (!reachable) return Fail({}, ToFailure(reachable.error()));
  const Reports offered = OfferedReports(*reachable, group);
  if (offered.size() <= tool_limit_) return UnknownTool();
  if (name == kRunReport) return RunNamed(sent, group, scene);
  auto found = FindReports(offered, arguments);
  if (!found) return Refuse("invalid_arguments", found.error());
  return ToolResult{*found, *found};
}

Expected<ToolResult, RpcError> ToolCaller::RunNamed(const JsonValue* sent, std::string_view group,
                                                    const CallScene& scene) const {
  const std::string* report = sent == nullptr ? nullptr : FindString(*sent, "report");
  const JsonValue* arguments = sent == nullptr ? nullptr : FindJson(*sent, "arguments");
  const std::size_t expected = (report != nullptr ? 1U : 0U) + (arguments != nullptr ? 1U : 0U);
  const bool closed = sent != nullptr && sent->members.size() == expected;
  if (report == nullptr || !closed || (arguments != nullptr && arguments->kind != JsonValue::Kind::kObject)) {
    return Refuse("invalid_arguments", "run_report takes: report, a name; arguments, an object");
  }
  auto result = Run(*report, ToArguments(arguments), group, scene);
  if (!result) return Refuse("unknown_report", "find_report shows the reports that there are");
  return *std::move(result);
}

std::optional<ToolResult> ToolCaller::Run(const std::string& id, Arguments arguments, std::string_view group,
                                          const CallScene& scene) const {
  if (!IsIn(group, id)) return std::nullopt;
  const auto report = gateway_.FindReachable(ToHostIdentity(scene.identity), id);
  if (!report) {
    if (std::holds_alternative<UnknownReport>(report.error())) return std::nullopt;
    return Fail(id, ToFailure(std::get<Unusable>(report.error())));
  }
  const CallRequest call = MakeCall(scene, id, std::move(arguments), {});
  auto kept = RunCall(gateway_, scene, call);
  if (!kept) {
    if (std::holds_alternative<UnknownReport>(kept.error())) return std::nullopt;
    return Fail(id, ToFailure(std::get<Unusable>(kept.error())));
  }
  auto* const answer = &kept->answer;
  if (const auto* rejection = std::get_if<Rejection>(&answer->body)) {
    return ToolResult{RejectionWords(**report, call.arguments, *rejection), {}};
  }
  if (const auto* failure = std::get_if<Failure>(&answer->body)) return Fail(id, *failure);
  std::string& text = std::get<Delivery>(answer->body).text;
  return ToolResult{text, text};
}

ToolResult ToolCaller::Fail(std::string_view report, const Failure& failure) const {
  log_.Failed(report, failure.reason, failure.cause);
  return {FailureWords(failure), {}};
}

std::optional<std::string> ToolCaller::ReportOf(const std::string& tool) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = reports_.find(tool); found != reports_.end()) return found->second;
  }
  // The set may have changed since it was read, or the name is none. Whoever sends such names makes folders be read:
  // nobody else waits for that.
  std::map<std::string, std::string> fresh;
  for (const std::string& id : gateway_.ReportIds()) fresh.emplace(ToolName(id), id);
  const auto found = fresh.find(tool);
  auto id = found == fresh.end() ? std::nullopt : std::optional(found->second);
  const std::lock_guard lock(mutex_);
  reports_ = std::move(fresh);
  return id;
}

}  // namespace querygate::server::mcp
