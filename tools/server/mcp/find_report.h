// Two tools in the place of many: one that finds reports, and the description of one that runs any of them.
#pragma once

#include <string>
#include <vector>

#include "engine/base/argument.h"
#include "engine/base/expected.h"
#include "engine/contract/parameter_spec.h"
#include "tools/server/mcp/tool_list.h"

namespace querygate::server::mcp {

inline constexpr std::string_view kFindReport = "find_report";
inline constexpr std::string_view kRunReport = "run_report";

// `[find_report, run_report]`.
void WriteFinderTools(JsonWriter& writer, std::size_t report_count);

// Whole words count more than parts, names more than descriptions; equal ones by id. What has nothing in common with
// the query is left out.
Reports RankReports(const Reports& reports, std::string_view query);

// The structured answer of find_report. The error is one line for the model: what the argument takes.
Expected<std::string, std::string> FindReports(const Reports& reports, const Arguments& arguments);

}  // namespace querygate::server::mcp
