// The HTTP API for programs: reports as resources. Pure but for the gateway behind it.
#pragma once

#include <string>
#include <string_view>

#include "engine/gateway/gateway.h"
#include "tools/server/http_message.h"
#include "tools/server/operator_log.h"
#include "tools/server/report_call.h"
#include "tools/server/request_target.h"

namespace querygate::server::api {

// Thread-safe. The log outlives it.
class Api {
 public:
  Api(OperatorLog& log, std::string version) : log_(log), version_(std::move(version)) {}

  // `/v1/reports`, `/v1/reports/NAME`, `/openapi.json`.
  static bool Serves(std::string_view path);

  HttpResponse Answer(const HttpRequest& request, const RequestTarget& target, const CallScene& scene) const;

 private:
  HttpResponse AnswerCall(const HttpRequest& request, const RequestTarget& target, const CallScene& scene) const;
  HttpResponse AnswerList(const HttpRequest& request, const CallScene& scene) const;
  HttpResponse AnswerDocument(const HttpRequest& request, const CallScene& scene) const;
  HttpResponse RefuseReport(const std::string& id, const CallError& error) const;
  HttpResponse Fail(std::string_view report, const Failure& failure) const;

  OperatorLog& log_;
  std::string version_;
};

}  // namespace querygate::server::api
