#include "tools/server/report_words.h"

#include <algorithm>

#include "engine/render/window_words.h"

namespace querygate::server {

std::string ToolName(std::string_view id) {
  std::string name(id);
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

std::string GroupOf(std::string_view id) { return std::string(id.substr(0, id.find('/'))); }

std::string ReportPath(std::string_view id) { return "/v1/reports/" + std::string(id); }

std::string ReportDescription(const CompiledReport& report) {
  std::string text = report.declaration->description.value;
  for (const WindowRule& window : report.windows) {
    const ParameterSpec& start = report.parameters[window.start];
    const ParameterSpec& end = report.parameters[window.end];
    if (start.from_scope && end.from_scope) continue;  // nothing that the caller could keep or break
    text += "\n" + WindowText(report, window) + '.';
  }
  if (report.status == ReportStatus::kDeprecated) {
    text += "\nDeprecated";
    if (!report.replaced_by.empty()) text += ": use " + report.replaced_by + " instead";
    text += '.';
  }
  return text;
}

}  // namespace querygate::server
