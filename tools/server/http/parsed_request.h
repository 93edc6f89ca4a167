// What the parser made of bytes, as the plain values that handlers take.
#pragma once

#include <optional>
#include <string_view>

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/system/error_code.hpp>

#include "tools/server/http_message.h"

namespace querygate::server::http {

using ParsedRequest = boost::beast::http::request<boost::beast::http::string_body>;

// Empty when two readers of the same bytes might disagree about where it ends (RFC 9112 section 6).
std::optional<HttpRequest> PlainRequest(const ParsedRequest& request);

// What the parser took from the bytes of a header at once: whole lines, and perhaps what follows the header.
struct HeaderPiece {
  std::size_t size = 0;  // as far as the header goes
  // A line continues the one before (RFC 9112 section 5.2). The parser joins the two; who reads them as two lines sees
  // another request.
  bool folded = false;
};
HeaderPiece ScanHeader(std::string_view taken);

bool WantsContinue(const ParsedRequest& request);

// 413, 431, 505, else 400.
HttpResponse FaultResponse(boost::system::error_code error);

}  // namespace querygate::server::http
