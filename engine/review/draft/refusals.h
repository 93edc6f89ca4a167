// Why SQL cannot become a declaration as it stands, each with the rewrite to make, at its place in the SQL file.
#pragma once

#include <string>

#include "engine/backend/backend.h"
#include "engine/base/diagnostic.h"
#include "engine/base/source_text.h"
#include "engine/policy/compiled_source.h"

namespace querygate::draft {

struct RefusalInput {
  const SourceText& sql;
  const SchemaSurvey& schema;
  const StatementSurvey& statement;
  const StatementFacts& facts;
};

// What the gate refuses, and what a declaration cannot express: names, stars, skipped rows.
Diagnostics FindRefusals(const RefusalInput& input);

// Uses above the ceiling, each with the line that a data owner would have to add to the policy.
Diagnostics FindAboveCeiling(const RefusalInput& input, const CompiledSource& policy);

// A column whose stored values are of no single type: `kinds` as "integer and real".
Diagnostic MixedColumn(const RefusalInput& input, std::size_t output, const std::string& name,
                       const std::string& kinds);

}  // namespace querygate::draft
