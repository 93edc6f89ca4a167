// HTTP requests and responses as plain values: what the front ends work on. No sockets here.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace querygate::server {

struct HttpHeader {
  std::string name;  // of a request in lower case
  std::string value;
};

// One request, as it arrived and with its framing already judged.
struct HttpRequest {
  std::string method;
  std::string target;  // path and query as sent
  std::vector<HttpHeader> headers;
  std::string body;
  std::chrono::steady_clock::time_point arrived;  // when it was there as a whole: deadlines count from here

  // The value of the first header of this (lower-case) name.
  std::optional<std::string_view> Header(std::string_view name) const;
  std::size_t CountHeaders(std::string_view name) const;
};

struct HttpResponse {
  int status = 200;
  std::string content_type;  // empty: there is no body
  std::string body;
  std::vector<HttpHeader> headers;  // besides those of the body and the connection

  HttpResponse& Add(std::string_view name, std::string_view value) {
    headers.push_back({std::string(name), std::string(value)});
    return *this;
  }
};

inline constexpr std::string_view kJsonType = "application/json";

HttpResponse JsonResponse(int status, std::string body);
// `{"status":"rejected","reason":"…"}`; failed for a `failed` reason.
HttpResponse RejectedResponse(int status, std::string_view reason);
HttpResponse FailedResponse(int status, std::string_view reason);
HttpResponse MethodNotAllowed(std::string_view allowed);

// "OK", "Not Found"; empty for a status that this server never sends.
std::string_view StatusText(int status);

// The media type of a Content-Type or Accept entry, without parameters, in lower case.
std::string MediaTypeOf(std::string_view value);

}  // namespace querygate::server
