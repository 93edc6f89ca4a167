// The `audit` key of a Gateway document.
#pragma once

#include <string_view>

#include "engine/declaration/gateway.h"
#include "engine/load/key_table.h"

namespace querygate {

void ReadAudit(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway);
Vocabulary AuditPlaces();
ValueSchema AuditSchema();

}  // namespace querygate
