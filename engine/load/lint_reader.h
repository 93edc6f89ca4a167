// The `lint` key of a Gateway document.
#pragma once

#include <string_view>

#include "engine/declaration/gateway.h"
#include "engine/load/key_table.h"

namespace querygate {

// Refuses levels that would hide what `run` refuses, and security rules lowered without a reason.
void ReadLint(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway);
Vocabulary LintPlaces();
ValueSchema LintSchema();

}  // namespace querygate
