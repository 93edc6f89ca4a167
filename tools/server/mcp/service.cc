#include "tools/server/mcp/service.h"

#include <algorithm>
#include <array>
#include <utility>

#include "tools/server/mcp/find_report.h"
#include "tools/server/mcp/json_access.h"
#include "tools/server/mcp/tool_list.h"

namespace querygate::server::mcp {

namespace {

// How long a client may keep what it was told. Which tools there are depends on who asks.
constexpr std::int64_t kDiscoverMilliseconds = 300'000;
constexpr std::int64_t kListMilliseconds = 60'000;

constexpr std::string_view kInstructions =
    "Every tool is a declared report: fixed SQL, typed arguments, a judged result. Choose arguments; SQL, paths and "
    "identity are not yours to choose. A call ends in one of three ways. A result is whole unless it says complete: "
    "false, which means that there are more rows than are shown. A rejection (isError, status rejected) says that the "
    "arguments or the stored data do not satisfy the declaration, and what is allowed. A failure (isError, status "
    "failed) "
    "says that the system could not answer: it is no evidence that there is no data. Decimals, and integers that may "
    "exceed 2^53, are strings of digits.";

void WriteCaching(JsonWriter& writer, const Scene& scene, std::int64_t milliseconds, std::string_view scope) {
  if (scene.era != Era::kModern) return;
  writer.Key("ttlMs").Integer(milliseconds).Key("cacheScope").String(scope);
}

void WriteCapabilities(JsonWriter& writer) {
  writer.Key("capabilities").BeginObject().Key("tools").BeginObject().EndObject().EndObject();
}

}  // namespace

Service::Service(OperatorLog& log, ServiceSettings settings)
    : log_(log), settings_(std::move(settings)), caller_(log, settings_.tool_limit) {}

std::span<const Service::MethodRow> Service::Methods() {
  static constexpr std::array kMethods{
      MethodRow{"initialize", true, false, &Service::Initialize},
      MethodRow{"ping", true, false, &Service::Ping},
      MethodRow{"server/discover", false, true, &Service::Discover},
      MethodRow{"tools/list", true, true, &Service::ListTools},
      MethodRow{"tools/call", true, true, &Service::CallTool},
  };
  return kMethods;
}

Expected<std::string, RpcError> Service::Handle(const Message& request, const Scene& scene) const {
  const bool modern = scene.era == Era::kModern;
  for (const MethodRow& row : Methods()) {
    if (row.name == request.method && (modern ? row.modern : row.legacy)) return (this->*row.answer)(request, scene);
  }
  return Unexpected(RpcError{kMethodNotFound, "this method is not served", {}, modern ? 404 : 200});
}

Expected<Reports, RpcError> Service::Offered(const Scene& scene) const {
  const auto reachable = scene.call.gateway->Reachable(ToHostIdentity(scene.call.identity));
  if (!reachable) {
    const Failure failure = ToFailure(reachable.error());
    log_.Failed({}, failure.reason, failure.cause);
    return Unexpected(RpcError{kInternalError, "the reports cannot be listed; this says nothing about them", {}, 200});
  }
  Reports offered = OfferedReports(*reachable, scene.group);
  if (offered.empty() && !scene.group.empty()) {
    return Unexpected(RpcError{kInvalidParams, "there is no such group of reports", {}, 404});
  }
  return offered;
}

void Service::WriteServerInfo(JsonWriter& writer) const {
  writer.BeginObject().Key("name").String("querygate").Key("title").String("Querygate");
  writer.Key("version").String(settings_.version).EndObject();
}

JsonWriter Service::BeginResult(const Scene& scene) const {
  JsonWriter writer;
  writer.BeginObject();
  if (scene.era == Era::kModern) {
    writer.Key("resultType").String("complete").Key("_meta").BeginObject();
    WriteServerInfo(writer.Key(kMetaServer));
    writer.EndObject();
  }
  return writer;
}

Expected<std::string, RpcError> Service::Initialize(const Message& request, const Scene& scene) const {
  const std::string* wanted = FindString(request.params, "protocolVersion");
  if (wanted == nullptr) {
    return Unexpected(RpcError{kInvalidParams, "params.protocolVersion is a revision of the protocol", {}, 200});
  }
  if (auto offered = Offered(scene); !offered) return Unexpected(std::move(offered).error());
  const auto served = LegacyRevisions();
  const bool known = std::find(served.begin(), served.end(), *wanted) != served.end();
  JsonWriter writer = BeginResult(scene);
  writer.Key("protocolVersion").String(known ? std::string_view(*wanted) : served.front());
  WriteCapabilities(writer);
  WriteServerInfo(writer.Key("serverInfo"));
  writer.Key("instructions").String(kInstructions).EndObject();
  return std::move(writer).text();
}

Expected<std::string, RpcError> Service::Ping(const Message& /*request*/, const Scene& /*scene*/) const {
  return std::string("{}");
}

Expected<std::string, RpcError> Service::Discover(const Message& /*request*/, const Scene& scene) const {
  if (auto offered = Offered(scene); !offered) return Unexpected(std::move(offered).error());
  JsonWriter writer = BeginResult(scene);
  writer.Key("supportedVersions").BeginArray();
  for (const std::string_view revision : SupportedRevisions()) writer.String(revision);
  writer.EndArray();
  WriteCapabilities(writer);
  writer.Key("instructions").String(kInstructions);
  WriteCaching(writer, scene, kDiscoverMilliseconds, "public");
  writer.EndObject();
  return std::move(writer).text();
}

Expected<std::string, RpcError> Service::ListTools(const Message& request, const Scene& scene) const {
  // Everything is on one page, so no cursor was ever given out.
  if (FindJson(request.params, "cursor") != nullptr) {
    return Unexpected(RpcError{kInvalidParams, "params.cursor is none that was given out", {}, 200});
  }
  const auto offered = Offered(scene);
  if (!offered) return Unexpected(offered.error());
  JsonWriter writer = BeginResult(scene);
  writer.Key("tools");
  if (offered->size() > settings_.tool_limit) {
    WriteFinderTools(writer, offered->size());
  } else {
    WriteReportTools(writer, *offered);
  }
  WriteCaching(writer, scene, kListMilliseconds, "private");
  writer.EndObject();
  return std::move(writer).text();
}

Expected<std::string, RpcError> Service::CallTool(const Message& request, const Scene& scene) const {
  auto result = caller_.Call(request.params, scene.group, scene.call);
  if (!result) return Unexpected(std::move(result).error());
  JsonWriter writer = BeginResult(scene);
  writer.Key("content").BeginArray().BeginObject();
  writer.Key("type").String("text").Key("text").String(result->text).EndObject().EndArray();
  if (!result->is_error()) writer.Key("structuredContent").Raw(result->structured);
  writer.Key("isError").Boolean(result->is_error()).EndObject();
  return std::move(writer).text();
}

}  // namespace querygate::server::mcp
