// `identity.issuers` of a Gateway document.
#pragma once

#include <string_view>

#include "engine/declaration/identity.h"
#include "engine/load/key_table.h"

namespace querygate {

// Refuses what would weaken the check of a token: no audience, no algorithm, a shared secret beside public keys.
void ReadIssuers(DocumentReader& reader, const YamlNode& value, std::string_view what, IdentityDeclaration& identity);
Vocabulary IssuerPlaces();
ValueSchema IssuersSchema();

}  // namespace querygate
