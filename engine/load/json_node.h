// YAML that stands for JSON: what a test sends as a caller or a host would.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/argument.h"
#include "engine/load/document_reader.h"
#include "engine/load/json_reader.h"

namespace querygate {

// Plain scalars are JSON's null, booleans and numbers, or text; a number that JSON spells otherwise is refused.
bool ReadJsonNode(DocumentReader& reader, const YamlNode& node, std::string_view what, JsonValue& out);

// `{ NAME: VALUE, … }`, each value exactly as JSON.
void ReadArguments(DocumentReader& reader, const YamlNode& node, std::string_view what, Arguments& out);

// One line; reading it gives the same value again.
std::string ToJsonText(const JsonValue& value);

}  // namespace querygate
