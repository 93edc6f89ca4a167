// Input files of a source over files, for whoever operates the deployment.
#pragma once

#include <string>

#include "engine/backend/backend.h"
#include "engine/policy/compiled_report.h"
#include "engine/render/json_text.h"

namespace querygate::cli {

// "inputs", a line a file; empty without files.
std::string InputsText(const Inspection& inspection);
void WriteInputs(JsonWriter& writer, const Inspection& inspection);

// The declared columns of each table that the report lists, beside what its files offer.
std::string FieldsText(const CompiledReport& report, const Inspection& inspection);
void WriteFields(JsonWriter& writer, const CompiledReport& report, const Inspection& inspection);

}  // namespace querygate::cli
