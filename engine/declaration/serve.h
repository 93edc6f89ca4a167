// The `serve` key of a Gateway document: how a deployment is served. Members left out have the server's defaults.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/source_text.h"

namespace querygate {

struct ListenAddress {
  std::string address;     // an IP address; IPv6 without brackets
  std::uint16_t port = 0;  // 0: whichever is free
  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

// PEM files; relative to the Gateway document.
struct TlsDeclaration {
  Located<std::string> certificate;  // the chain, the server's own first
  Located<std::string> key;
};

struct ServeDeclaration {
  std::optional<Located<ListenAddress>> listen;
  std::vector<Located<std::string>> hosts;        // names that Host may have, without port, in lower case
  std::vector<Located<std::string>> origins;      // `https://name[:port]`: sites whose pages may call
  std::optional<Located<std::int64_t>> max_body;  // bytes
  std::optional<Located<std::int64_t>> request_timeout, response_timeout, idle_timeout, drain_timeout;  // milliseconds
  std::optional<Located<std::int64_t>> max_connections;
  std::optional<Located<std::int64_t>> threads;  // that hold calls
  std::optional<Located<std::int64_t>> tools;    // more reports than this are offered by two tools that find and run
  // How often the folders of declarations are looked at for changes, milliseconds; empty inside: never. Absent: the default.
  std::optional<std::optional<std::int64_t>> watch;
  bool metrics = false;  // at /metrics, without asking who it is
  std::optional<TlsDeclaration> tls;
};

}  // namespace querygate
