// JSON Schema (draft 2020-12) of what a report takes and of what its columns deliver.
#pragma once

#include <span>

#include "engine/contract/column_spec.h"
#include "engine/contract/group.h"
#include "engine/contract/parameter_spec.h"
#include "engine/render/json_text.h"

namespace querygate {

// A closed object schema. Parameters that the host supplies are absent: a caller may not send them.
void WriteParameterSchema(JsonWriter& writer, std::span<const ParameterSpec> parameters);

// The schema of one parameter's value.
void WriteParameterSchema(JsonWriter& writer, const ParameterSpec& parameter);

// Closed object schemas of one delivered row.
void WriteRowSchema(JsonWriter& writer, std::span<const ColumnSpec> columns);
void WriteRowSchema(JsonWriter& writer, const GroupSpec& group);

}  // namespace querygate
