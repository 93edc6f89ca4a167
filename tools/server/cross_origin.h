// Pages of other sites that the operator has listed: what their browsers must be told (CORS).
#pragma once

#include <optional>

#include "tools/server/address_check.h"
#include "tools/server/http_message.h"

namespace querygate::server {

// The answer to a browser that asks for such a page whether it may call; nothing for any other request.
std::optional<HttpResponse> AnswerPreflight(const HttpRequest& request, const AddressRules& rules);

// Lets a listed page read the response. Nothing is said to anybody else.
void AllowOrigin(const HttpRequest& request, const AddressRules& rules, HttpResponse& response);

}  // namespace querygate::server
