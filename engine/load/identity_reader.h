// The `identity` key of a Gateway document.
#pragma once

#include <string_view>

#include "engine/declaration/gateway.h"
#include "engine/load/key_table.h"

namespace querygate {

void ReadIdentity(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway);
Vocabulary IdentityPlaces();
ValueSchema IdentitySchema();

}  // namespace querygate
