// Whether a request was meant for this server: a web page must not be able to drive it by a name that it controls
// (DNS rebinding) or from another site.
#pragma once

#include <string>
#include <vector>

#include "tools/server/http_message.h"

namespace querygate::server {

struct AddressRules {
  std::vector<std::string> hosts;    // names that Host may have, lower case, without port; IPv6 in brackets
  std::vector<std::string> origins;  // besides the server's own
  bool https = false;                // how this server is reached: part of its own origin
};

// localhost, 127.0.0.1 and [::1].
const std::vector<std::string>& LoopbackHosts();

// 403 host_not_allowed, 403 origin_not_allowed, or nothing to say. A browser always sends Origin with requests that
// could do harm; other programs send none.
std::optional<HttpResponse> CheckAddress(const HttpRequest& request, const AddressRules& rules);

}  // namespace querygate::server
