// Whether a live schema still is what its source's snapshot says.
#pragma once

#include "engine/backend/sqlite/schema.h"
#include "engine/backend/sqlite/schema_image.h"
#include "engine/policy/compiled_report.h"

namespace querygate::sqlite {

// Of the objects that the report lists, those of the snapshot that the live schema lacks or has otherwise.
// False when the snapshot cannot be loaded: then it cannot say anything.
bool HasDrifted(SchemaImages& images, const Schema& live, const CompiledReport& report);

// Whether two objects of a name are not the same in what a report can see or rely on.
bool Differs(const SchemaObject& declared, const SchemaObject& live);

}  // namespace querygate::sqlite
