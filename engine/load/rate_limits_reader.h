// The `rate_limits` key of a Gateway document.
#pragma once

#include <string_view>

#include "engine/declaration/gateway.h"
#include "engine/load/key_table.h"

namespace querygate {

void ReadRateLimits(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway);
Vocabulary RateLimitPlaces();
ValueSchema RateLimitsSchema();

}  // namespace querygate
