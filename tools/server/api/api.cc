#include "tools/server/api/api.h"

#include <utility>

#include "engine/load/arguments.h"
#include "engine/render/json_text.h"
#include "tools/server/api/call_options.h"
#include "tools/server/api/entity_tag.h"
#include "tools/server/api/open_api.h"
#include "tools/server/report_words.h"

namespace querygate::server::api {

namespace {

constexpr std::string_view kList = "/v1/reports";
constexpr std::string_view kDocument = "/openapi.json";

bool IsRead(const HttpRequest& request) { return request.method == "GET"; }

// A result depends on who asks, and may be kept only to be asked for again.
HttpResponse Tagged(HttpResponse response, const HttpRequest& request, std::string_view policy_digest) {
  const std::string tag = EntityTag(policy_digest, response.body);
  if (NamesTag(request.Header("if-none-match"), tag)) {
    // RFC 9110 section 13.1.2: only a read is answered with 304.
    response = HttpResponse{IsRead(request) ? 304 : 412, {}, {}, {}};
  }
  response.Add("ETag", tag).Add("Cache-Control", "private, no-cache").Add("Vary", "Accept, Authorization");
  return response;
}

std::string ListText(const std::vector<std::shared_ptr<const CompiledReport>>& reports) {
  JsonWriter writer;
  writer.BeginObject().Key("reports").BeginArray();
  for (const auto& report : reports) {
    if (report->status == ReportStatus::kRetired) continue;
    const ReportDeclaration& declared = *report->declaration;
    writer.BeginObject().Key("report").String(report->id).Key("title").String(declared.title.value);
    writer.Key("description").String(declared.description.value).Key("version").Integer(declared.version.value);
    writer.Key("status").String(NameOf(report->status));
    if (!report->replaced_by.empty()) writer.Key("replaced_by").String(report->replaced_by);
    writer.Key("href").String(ReportPath(report->id)).Key("tool").String(ToolName(report->id)).EndObject();
  }
  writer.EndArray().EndObject();
  return std::move(writer).text();
}

// The caller's arguments, or why there are none.
Expected<Arguments, HttpResponse> ReadArguments(const HttpRequest& request, const RequestTarget& target) {
  const Arguments from_query = ReadQueryArguments(target);
  if (IsRead(request)) return from_query;
  if (!from_query.empty()) return Unexpected(RejectedResponse(422, "invalid_arguments"));
  if (MediaTypeOf(request.Header("content-type").value_or(std::string_view())) != kJsonType) {
    return Unexpected(RejectedResponse(415, "unsupported_media_type"));
  }
  auto arguments = ParseJsonArguments(request.body);
  if (!arguments) return Unexpected(RejectedResponse(StatusOf(arguments.error()), arguments.error().reason));
  return *std::move(arguments);
}

}  // namespace

bool Api::Serves(std::string_view path) {
  return path == kList || path == kDocument || path.starts_with(std::string(kList) + '/');
}

HttpResponse Api::Answer(const HttpRequest& request, const RequestTarget& target, const CallScene& scene) const {
  if (target.path != kList && target.path != kDocument) return AnswerCall(request, target, scene);
  if (!IsRead(request)) return MethodNotAllowed("GET, HEAD");
  return target.path == kList ? AnswerList(request, scene) : AnswerDocument(request, scene);
}

HttpResponse Api::AnswerList(const HttpRequest& request, const CallScene& scene) const {
  const auto reports = scene.gateway->Reachable(ToHostIdentity(scene.identity));
  if (!reports) return Fail({}, ToFailure(reports.error()));
  return Tagged(JsonResponse(200, ListText(*reports)), request, {});
}

HttpResponse Api::AnswerDocument(const HttpRequest& request, const CallScene& scene) const {
  const auto reports = scene.gateway->Reachable(ToHostIdentity(scene.identity));
  if (!reports) return Fail({}, ToFailure(reports.error()));
  return Tagged(JsonResponse(200, OpenApiDocument(*reports, version_)), request, {});
}

HttpResponse Api::AnswerCall(const HttpRequest& request, const RequestTarget& target, const CallScene& scene) const {
  const bool read = IsRead(request);
  if (!read && request.method != "POST") return MethodNotAllowed("GET, HEAD, POST");
  const std::string id = target.path.substr(kList.size() + 1);

  const auto report = scene.gateway->FindReachable(ToHostIdentity(scene.identity), id);
  if (!report) return RefuseReport(id, report.error());
  if (read && !HasScalarParametersOnly(**report)) return MethodNotAllowed("POST");
  auto form = ReadForm(request, target);
  if (!form) return std::move(form).error();
  auto arguments = ReadArguments(request, target);
  if (!arguments) return std::move(arguments).error();

  const CallRequest call = MakeCall(scene, id, *std::move(arguments), std::move(form->presentation));
  auto kept = RunCall(scene, call);
  if (!kept) return RefuseReport(id, kept.error());
  auto* const answer = &kept->answer;
  if (const auto* rejection = std::get_if<Rejection>(&answer->body)) {
    HttpResponse refused = RejectedResponse(StatusOf(*rejection), rejection->reason);
    if (kept->retry_after_seconds > 0) refused.Add("Retry-After", std::to_string(kept->retry_after_seconds));
    return refused;
  }
  if (const auto* failure = std::get_if<Failure>(&answer->body)) return Fail(id, *failure);
  auto& delivery = std::get<Delivery>(answer->body);
  HttpResponse response;
  response.content_type = std::move(form->content_type);
  response.body = std::move(delivery.text);
  response.Add("Querygate-Complete", delivery.complete ? "true" : "false");
  return Tagged(std::move(response), request, answer->receipt.policy_digest);
}

HttpResponse Api::RefuseReport(const std::string& id, const CallError& error) const {
  if (std::holds_alternative<UnknownReport>(error)) return RejectedResponse(404, "unknown_report");
  return Fail(id, ToFailure(std::get<Unusable>(error)));
}

HttpResponse Api::Fail(std::string_view report, const Failure& failure) const {
  log_.Failed(report, failure.reason, failure.cause);
  HttpResponse response = FailedResponse(StatusOf(failure), failure.reason);
  if (failure.reason == "overloaded") response.Add("Retry-After", "1");
  return response;
}

}  // namespace querygate::server::api
