#include "tools/server/report_call.h"

namespace querygate::server {

HostIdentity ToHostIdentity(const Identity& identity) {
  HostIdentity host;
  host.claims_json = identity.claims_json;
  host.scope = identity.scope;
  host.anonymous = identity.anonymous;
  return host;
}

CallRequest MakeCall(const CallScene& scene, std::string report, Arguments arguments, Presentation presentation) {
  CallRequest request;
  request.report = std::move(report);
  request.arguments = std::move(arguments);
  request.identity = ToHostIdentity(scene.identity);
  request.presentation = std::move(presentation);
  request.local = false;
  request.accepted = scene.accepted;
  request.cancel = scene.gone;
  request.caller = scene.identity.anonymous ? "anonymous" : scene.identity.subject;
  return request;
}

Expected<KeptAnswer, CallError> RunCall(const CallScene& scene, const CallRequest& call) {
  if (scene.keeping != nullptr) return scene.keeping->Run(*scene.gateway, call, scene.identity, scene.trace_id);
  auto answer = scene.gateway->Run(call);
  if (!answer) return Unexpected(std::move(answer).error());
  return KeptAnswer{*std::move(answer), 0};
}

std::string TraceIdOf(std::optional<std::string_view> traceparent) {
  // version "-" trace "-" parent "-" flags; a trace of zeros is none.
  constexpr std::size_t kLength = 55, kTrace = 3, kTraceLength = 32;
  if (!traceparent || traceparent->size() < kLength) return {};
  if (traceparent->size() > kLength && traceparent->starts_with("00")) return {};
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  for (std::size_t i = 0; i < kLength; ++i) {
    const bool dash = i == 2 || i == 35 || i == 52;
    if (dash ? (*traceparent)[i] != '-' : !is_hex((*traceparent)[i])) return {};
  }
  std::string trace(traceparent->substr(kTrace, kTraceLength));
  if (traceparent->starts_with("ff") || trace.find_first_not_of('0') == std::string::npos) return {};
  return trace;
}

int StatusOf(const Rejection& rejection) {
  if (rejection.reason == "rate_limited") return 429;
  switch (rejection.kind) {
    case RejectionKind::kInvalidRequest:
      return 422;
    case RejectionKind::kNotPermitted:
      return 403;
    case RejectionKind::kRetired:
      return 410;
    case RejectionKind::kInvalidData:
      return 409;
    case RejectionKind::kNotFound:
      return 404;
  }
  return 500;
}

int StatusOf(const Failure& failure) {
  if (failure.reason == "deadline_exceeded") return 504;
  if (failure.reason == "overloaded") return 429;
  return 503;
}

Failure ToFailure(const Unusable& unusable) {
  std::string cause = unusable.message;
  for (const Diagnostic& diagnostic : unusable.diagnostics) {
    if (!cause.empty()) cause += "; ";
    cause += diagnostic.message;
  }
  return {"query_unavailable", std::move(cause)};
}

}  // namespace querygate::server
