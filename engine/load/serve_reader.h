// The `serve` key of a Gateway document.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/expected.h"
#include "engine/declaration/gateway.h"
#include "engine/load/key_table.h"

namespace querygate {

// `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080` (which is 127.0.0.1). The error is one line that says what to write.
Expected<ListenAddress, std::string> ParseListenAddress(std::string_view text);

void ReadServe(DocumentReader& reader, const YamlNode& value, std::string_view what, GatewayDeclaration& gateway);
Vocabulary ServePlaces();
ValueSchema ServeSchema();

}  // namespace querygate
