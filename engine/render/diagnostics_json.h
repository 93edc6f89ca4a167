// Findings for programs.
#pragma once

#include "engine/base/diagnostic.h"
#include "engine/render/json_text.h"

namespace querygate {

// An array with one object a finding: severity, id, rule, file, line, column, message and help. `line` and
// `column` are left out for findings about a whole file, `help` where there is none.
void WriteDiagnostics(JsonWriter& writer, const Diagnostics& diagnostics);

}  // namespace querygate
