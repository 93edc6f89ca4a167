// A response as bytes.
#pragma once

#include <string>
#include <string_view>

#include "tools/server/http_message.h"

namespace querygate::server::http {

struct WireOptions {
  bool keep_alive = true;
  bool say_keep_alive = false;  // to a client of HTTP/1.0, which would not expect it
  bool without_body = false;    // the answer to HEAD: as long as the body would be
};

// `date`: an IMF-fixdate.
std::string WireResponse(const HttpResponse& response, const WireOptions& options, std::string_view date);

// "Sun, 06 Nov 1994 08:49:37 GMT".
std::string HttpDate(std::int64_t unix_seconds);

}  // namespace querygate::server::http
