// A report made in memory, so that the gate itself tells what a statement uses.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/policy/allowlist.h"
#include "engine/policy/compiled_report.h"
#include "engine/policy/compiled_source.h"

namespace querygate::draft {

// Everything that a report over this schema could list.
Allowlist AllowEverything(const SchemaSurvey& schema);

// What the statement was seen to use, and nothing else.
Allowlist AllowUses(std::span<const AccessUse> uses);

// One query with the SQL as written. It declares no columns, so that the gate reports every one as undeclared; it
// must never be served.
std::shared_ptr<const CompiledReport> MakeSurveyReport(const std::shared_ptr<const CompiledSource>& source,
                                                       const std::string& sql, const StatementSurvey& statement,
                                                       Allowlist allowlist);

// A source with this schema and no policy.
std::shared_ptr<const CompiledSource> MakeSurveySource(const std::string& name, std::string schema_sql);

}  // namespace querygate::draft
