// One call, to be copied: as a command, as an HTTP request, as an MCP tool call.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/policy/compiled_report.h"

namespace querygate::web {

// What was filled in, by parameter; names that the report does not have are kept out of snippets.
using FilledFields = std::vector<std::pair<std::string, std::vector<std::string>>>;

std::string CommandSnippet(const CompiledReport& report, const FilledFields& fields);
// `origin`: "http://127.0.0.1:8080".
std::string CurlSnippet(const CompiledReport& report, const FilledFields& fields, const std::string& origin);
// The params of `tools/call`.
std::string ToolCallSnippet(const CompiledReport& report, const FilledFields& fields);

// One word of a POSIX shell's command line.
std::string ShellWord(const std::string& text);

}  // namespace querygate::web
