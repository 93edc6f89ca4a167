#include "tools/server/mcp/tool_list.h"

#include "engine/render/json_schema.h"
#include "engine/render/result_schema.h"
#include "tools/server/report_words.h"

namespace querygate::server::mcp {

namespace {

void WriteTool(JsonWriter& writer, const CompiledReport& report) {
  writer.BeginObject().Key("name").String(ToolName(report.id));
  writer.Key("title").String(report.declaration->title.value);
  writer.Key("description").String(ReportDescription(report));
  WriteParameterSchema(writer.Key("inputSchema"), report.parameters);
  WriteResultSchema(writer.Key("outputSchema"), report);
  WriteAnnotations(writer.Key("annotations"));
  writer.EndObject();
}

}  // namespace

Reports OfferedReports(const Reports& reachable, std::string_view group) {
  Reports offered;
  for (const auto& report : reachable) {
    if (report->status == ReportStatus::kRetired) continue;
    if (group.empty() || GroupOf(report->id) == group) offered.push_back(report);
  }
  return offered;
}

void WriteReportTools(JsonWriter& writer, const Reports& reports) {
  writer.BeginArray();
  for (const auto& report : reports) WriteTool(writer, *report);
  writer.EndArray();
}

void WriteAnnotations(JsonWriter& writer) {
  writer.BeginObject().Key("readOnlyHint").Boolean(true).Key("destructiveHint").Boolean(false);
  writer.Key("idempotentHint").Boolean(true).Key("openWorldHint").Boolean(false).EndObject();
}

}  // namespace querygate::server::mcp
