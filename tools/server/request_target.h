// The target of a request: its path, and what its query says.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace querygate::server {

struct RequestTarget {
  std::string path;                                        // as sent: no path that is served needs an escape
  std::vector<std::pair<std::string, std::string>> query;  // decoded as a form, in order
};

// Only `/path?query`. Empty for anything else: another form, a fragment, a broken escape, bytes that are no UTF-8
// or a NUL once decoded.
std::optional<RequestTarget> ParseTarget(std::string_view target);

}  // namespace querygate::server
