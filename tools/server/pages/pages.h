// Pages for people: from a request to HTML. What a caller may see and call is decided by the same gateway and the same
// rules as at the other doors.
#pragma once

#include <string>
#include <string_view>

#include "engine/gateway/gateway.h"
#include "tools/server/http_message.h"
#include "tools/server/operator_log.h"
#include "tools/server/report_call.h"
#include "tools/server/request_target.h"
#include "tools/web/assets.h"

namespace querygate::server::pages {

// Thread-safe. The log outlives it.
class Pages {
 public:
  Pages(OperatorLog& log, bool https) : log_(log), https_(https) {}

  // `/` and `/reports/NAME`.
  static bool Serves(std::string_view path);
  HttpResponse Answer(const HttpRequest& request, const RequestTarget& target, const CallScene& scene) const;

  // The files that pages load: the same for everybody, so nobody is asked who they are.
  std::optional<HttpResponse> AnswerAsset(const HttpRequest& request, const RequestTarget& target) const;

  // A refusal of the front door, for somebody who asked for a page.
  HttpResponse AsPage(HttpResponse refusal) const;

 private:
  HttpResponse AnswerIndex(const RequestTarget& target, const CallScene& scene) const;
  HttpResponse AnswerReport(const HttpRequest& request, const RequestTarget& target, const CallScene& scene) const;
  HttpResponse RefuseReport(const std::string& id, const CallError& error) const;
  HttpResponse Fail(std::string_view report, const Failure& failure) const;

  OperatorLog& log_;
  const bool https_;
  const web::Assets assets_;
};

}  // namespace querygate::server::pages
