// Addresses of servers in a configuration.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace querygate {

// `https://HOST[:PORT][/PATH]` of visible ASCII, no user, query or fragment; `http://` only for loopback, where
// nothing leaves the machine.
bool IsWebAddress(std::string_view text);

// The same, https only.
bool IsHttpsAddress(std::string_view text);

struct WebAddress {
  std::string scheme;  // https or http
  std::string host;    // an IPv6 address without its brackets
  std::string port;    // 443 or 80 where none is written
  std::string path;    // begins with a slash, or is empty
};

// Empty on anything but an IsWebAddress.
std::optional<WebAddress> ParseWebAddress(std::string_view text);

}  // namespace querygate
