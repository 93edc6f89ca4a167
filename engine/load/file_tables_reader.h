// The `tables` and `inputs` keys of a Source document: what files hold, never which files.
#pragma once

#include <string_view>

#include "engine/declaration/source.h"
#include "engine/load/key_table.h"

namespace querygate {

void ReadFileTables(DocumentReader& reader, const YamlNode& value, std::string_view what, SourceDeclaration& source);
void ReadInputLimits(DocumentReader& reader, const YamlNode& value, std::string_view what, SourceDeclaration& source);
Vocabulary FileTablePlaces();
ValueSchema FileTablesSchema();
ValueSchema InputLimitsSchema();

}  // namespace querygate
