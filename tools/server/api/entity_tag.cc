#include "tools/server/api/entity_tag.h"

#include "engine/policy/digest.h"
#include "tools/server/text.h"

namespace querygate::server::api {

std::string EntityTag(std::string_view policy_digest, std::string_view body) {
  std::string bytes(policy_digest);
  bytes += '\n';
  bytes += body;
  return '"' + Sha256Hex(bytes).substr(0, 32) + '"';
}

bool NamesTag(std::optional<std::string_view> if_none_match, std::string_view tag) {
  if (!if_none_match) return false;
  for (std::string_view entry : Split(*if_none_match, ',')) {
    if (entry.starts_with("W/")) entry.remove_prefix(2);
    if (entry == "*" || entry == tag) return true;
  }
  return false;
}

}  // namespace querygate::server::api
