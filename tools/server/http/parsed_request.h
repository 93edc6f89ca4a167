// What the parser made of bytes, as the plain values that handlers take.
#pragma once

#include <optional>

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/system/error_code.hpp>

#include "tools/server/http_message.h"

namespace querygate::server::http {

using ParsedRequest = boost::beast::http::request<boost::beast::http::string_body>;

// Empty when two readers of the same bytes might disagree about where it ends (RFC 9112 section 6).
std::optional<HttpRequest> PlainRequest(const ParsedRequest& request);

bool WantsContinue(const ParsedRequest& request);

// 413, 431, 505, else 400.
HttpResponse FaultResponse(boost::system::error_code error);

}  // namespace querygate::server::http
