// Tools as clients see them: one for each report, or two that find and run one.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "engine/policy/compiled_report.h"
#include "engine/render/json_text.h"

namespace querygate::server::mcp {

using Reports = std::vector<std::shared_ptr<const CompiledReport>>;

// Retired reports are not offered. `group`: only those whose id begins with this segment; empty: all.
Reports OfferedReports(const Reports& reachable, std::string_view group);

// `[tool, …]`, one for each report, in the order of their ids.
void WriteReportTools(JsonWriter& writer, const Reports& reports);

// Never destructive, never beyond the deployment's own databases.
void WriteAnnotations(JsonWriter& writer);

}  // namespace querygate::server::mcp
