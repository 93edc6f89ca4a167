// What the transport asks for answers.
#pragma once

#include <optional>
#include <stop_token>

#include "tools/server/http_message.h"

namespace querygate::server {

// Thread-safe.
class HttpHandler {
 public:
  virtual ~HttpHandler() = default;

  // An answer that takes no work: refusals by address, health. Called on the thread that serves all connections.
  virtual std::optional<HttpResponse> AnswerAtOnce(const HttpRequest& request) const = 0;

  // Called on a thread that may block. `gone`: the client closed its connection.
  virtual HttpResponse Answer(const HttpRequest& request, const std::stop_token& gone) const = 0;
};

}  // namespace querygate::server
