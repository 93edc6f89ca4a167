#include "tools/server/address_check.h"

#include <algorithm>

#include "tools/server/text.h"

namespace querygate::server {

namespace {

// Without its port; empty when what follows the name is none. An IPv6 address keeps its brackets.
std::string_view NameOf(std::string_view host) {
  const std::size_t bracket = host.rfind(']');
  const std::size_t colon = host.find(':', bracket == std::string_view::npos ? 0 : bracket);
  const std::string_view port = colon == std::string_view::npos ? std::string_view() : host.substr(colon + 1);
  const bool digits = std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digits ? host.substr(0, colon) : std::string_view();
}

bool Contains(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

const std::vector<std::string>& LoopbackHosts() {
  static const std::vector<std::string> kHosts{"localhost", "127.0.0.1", "[::1]"};
  return kHosts;
}

std::optional<HttpResponse> CheckAddress(const HttpRequest& request, const AddressRules& rules) {
  const std::string host = LowerCase(request.Header("host").value_or(std::string_view()));
  if (!Contains(rules.hosts, NameOf(host))) return RejectedResponse(403, "host_not_allowed");
  const auto origin = request.Header("origin");
  if (!origin) return std::nullopt;
  const std::string own = (rules.https ? "https://" : "http://") + host;
  if (LowerCase(*origin) == own || Contains(rules.origins, *origin)) return std::nullopt;
  return RejectedResponse(403, "origin_not_allowed");
}

}  // namespace querygate::server
