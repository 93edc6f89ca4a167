// Content negotiation (RFC 9110 section 12.5.1) over a short list of media types.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace querygate::server::api {

// The index of the offered type that the Accept header prefers; of equals the first. Without a header the first. Empty
// when it accepts none. Parameters other than q are left aside.
std::optional<std::size_t> Negotiate(std::optional<std::string_view> accept, std::span<const std::string_view> offered);

}  // namespace querygate::server::api
