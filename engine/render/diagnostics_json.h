// Findings for programs.
#pragma once

#include "engine/base/diagnostic.h"
#include "engine/render/json_text.h"

namespace querygate {

// The members of one finding's object: severity, id, rule, file, line, column, message and help. What is not
// known (a whole file has no line, not every finding has help) is left out.
void WriteDiagnosticMembers(JsonWriter& writer, const Diagnostic& diagnostic);

// An array with one object a finding.
void WriteDiagnostics(JsonWriter& writer, const Diagnostics& diagnostics);

}  // namespace querygate
