// How front ends name and describe a report.
#pragma once

#include <string>
#include <string_view>

#include "engine/policy/compiled_report.h"

namespace querygate::server {

// The id with `_` for `/`: what MCP clients and model APIs take as a name.
std::string ToolName(std::string_view id);
std::string GroupOf(std::string_view id);     // the first segment
std::string ReportPath(std::string_view id);  // "/v1/reports/parcels/units_by_zone"

// The author's description, rules between parameters, and the successor of a deprecated report.
std::string ReportDescription(const CompiledReport& report);

}  // namespace querygate::server
