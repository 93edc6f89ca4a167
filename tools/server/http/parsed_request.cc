#include "tools/server/http/parsed_request.h"

#include <boost/beast/http/error.hpp>

#include "tools/server/text.h"

namespace querygate::server::http {

namespace {

namespace beast = boost::beast;
using Error = beast::http::error;

std::string Text(beast::string_view text) { return {text.data(), text.size()}; }

}  // namespace

std::optional<HttpRequest> PlainRequest(const ParsedRequest& request) {
  HttpRequest plain;
  plain.method = Text(request.method_string());
  plain.target = Text(request.target());
  plain.body = request.body();
  std::size_t lengths = 0;
  std::size_t encodings = 0;
  for (const auto& field : request) {
    std::string name = LowerCase(Text(field.name_string()));
    std::string value = Text(field.value());
    if (name == "content-length") ++lengths;
    if (name == "transfer-encoding") {
      ++encodings;
      if (LowerCase(value) != "chunked") return std::nullopt;
    }
    plain.headers.push_back({std::move(name), std::move(value)});
  }
  const bool old = request.version() < 11;
  if (lengths + encodings > 1 || (old && encodings > 0)) return std::nullopt;
  return plain;
}

HeaderPiece ScanHeader(std::string_view taken) {
  constexpr std::string_view kLineEnd = "\r\n";
  HeaderPiece piece;
  while (piece.size < taken.size()) {
    const std::string_view rest = taken.substr(piece.size);
    piece.folded = piece.folded || rest.front() == ' ' || rest.front() == '\t';
    const std::size_t end = rest.find(kLineEnd);
    piece.size += end == std::string_view::npos ? rest.size() : end + kLineEnd.size();
    if (end == 0) break;  // an empty line ends the header
  }
  return piece;
}

bool WantsContinue(const ParsedRequest& request) {
  return request.version() >= 11 && beast::iequals(request[beast::http::field::expect], "100-continue");
}

HttpResponse FaultResponse(boost::system::error_code error) {
  if (error == Error::body_limit) return RejectedResponse(413, "request_too_large");
  if (error == Error::header_limit) return RejectedResponse(431, "request_too_large");
  if (error == Error::bad_version) return RejectedResponse(505, "malformed_request");
  return RejectedResponse(400, "malformed_request");
}

}  // namespace querygate::server::http
