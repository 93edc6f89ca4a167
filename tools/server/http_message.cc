#include "tools/server/http_message.h"

#include <algorithm>
#include <array>

#include "engine/render/result_format.h"
#include "tools/server/text.h"

namespace querygate::server {

namespace {

struct StatusRow {
  int status;
  std::string_view text;
};

constexpr auto kStatuses = std::to_array<StatusRow>({
    {200, "OK"},
    {202, "Accepted"},
    {204, "No Content"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {415, "Unsupported Media Type"},
    {422, "Unprocessable Content"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
});

}  // namespace

std::optional<std::string_view> HttpRequest::Header(std::string_view name) const {
  const auto found =
      std::find_if(headers.begin(), headers.end(), [name](const HttpHeader& header) { return header.name == name; });
  if (found == headers.end()) return std::nullopt;
  return found->value;
}

std::size_t HttpRequest::CountHeaders(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(headers.begin(), headers.end(), [name](const HttpHeader& header) { return header.name == name; }));
}

HttpResponse JsonResponse(int status, std::string body) {
  HttpResponse response;
  response.status = status;
  response.content_type = kJsonType;
  response.body = std::move(body);
  return response;
}

HttpResponse RejectedResponse(int status, std::string_view reason) {
  return JsonResponse(status, RenderRejectionJson(reason));
}

HttpResponse FailedResponse(int status, std::string_view reason) {
  return JsonResponse(status, RenderFailureJson(reason));
}

HttpResponse MethodNotAllowed(std::string_view allowed) {
  return RejectedResponse(405, "method_not_allowed").Add("Allow", allowed);
}

std::string_view StatusText(int status) {
  const auto* const found =
      std::find_if(kStatuses.begin(), kStatuses.end(), [status](const StatusRow& row) { return row.status == status; });
  return found == kStatuses.end() ? std::string_view() : found->text;
}

std::string MediaTypeOf(std::string_view value) { return LowerCase(TrimBlanks(value.substr(0, value.find(';')))); }

}  // namespace querygate::server
