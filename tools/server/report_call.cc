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
  return request;
}

int StatusOf(const Rejection& rejection) {
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
