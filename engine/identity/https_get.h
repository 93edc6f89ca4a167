// One GET over TLS, for key sets: certificate and host name are verified, nothing is followed, all is bounded.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "engine/base/expected.h"

namespace querygate {

struct HttpsOptions {
  std::optional<std::string> ca_file;        // PEM; absent: the certificates that the system trusts
  std::chrono::milliseconds timeout{5'000};  // from the first byte sent; looking up the name has the resolver's own
  std::size_t max_bytes = 256 * 1024;        // of the body
};

// `url` is an https address as engine/load/web_address.h takes it. Blocks; thread-safe. The error is one line for the
// operator.
Expected<std::string, std::string> HttpsGet(const std::string& url, const HttpsOptions& options);

}  // namespace querygate
