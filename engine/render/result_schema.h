// JSON Schema (draft 2020-12) of a report's delivered body: what `describe`, MCP and the HTTP API tell about it.
#pragma once

#include "engine/policy/compiled_report.h"
#include "engine/render/json_text.h"

namespace querygate {

// A closed object schema of the whole body.
void WriteResultSchema(JsonWriter& writer, const CompiledReport& report);

}  // namespace querygate
