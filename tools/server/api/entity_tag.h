// Entity tags (RFC 9110 section 8.8.3): whether a client has the answer already.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace querygate::server::api {

// A strong tag, quoted. `policy_digest` is part of it: the same bytes under another policy are another answer.
std::string EntityTag(std::string_view policy_digest, std::string_view body);

// Whether an If-None-Match header names the tag, or anything at all (`*`).
bool NamesTag(std::optional<std::string_view> if_none_match, std::string_view tag);

}  // namespace querygate::server::api
