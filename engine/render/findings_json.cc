#include <algorithm>

#include "engine/render/diagnostics_json.h"
#include "engine/render/findings_formats.h"
#include "engine/render/findings_order.h"

namespace querygate {

namespace {

void WriteFindings(JsonWriter& writer, const std::vector<OrderedFinding>& all, bool suppressed) {
  writer.BeginArray();
  for (const OrderedFinding& finding : all) {
    if ((finding.suppression != nullptr) != suppressed) continue;
    writer.BeginObject();
    WriteDiagnosticMembers(writer, *finding.diagnostic);
    writer.Key("fingerprint").String(finding.fingerprint);
    if (suppressed) {
      writer.Key("reason").String(finding.suppression->reason);
      writer.Key("comment_line").Integer(finding.suppression->comment.line);
    }
    writer.EndObject();
  }
  writer.EndArray();
}

}  // namespace

std::string RenderFindingsJson(const FindingsReport& report, const FindingsOptions&) {
  const auto count = [&](Severity severity) {
    return std::count_if(report.findings.begin(), report.findings.end(),
                         [severity](const Diagnostic& finding) { return finding.severity == severity; });
  };
  const std::vector<OrderedFinding> all = InOrder(report);
  JsonWriter writer(JsonWriter::Style::kIndented);
  writer.BeginObject();
  writer.Key("files").Integer(static_cast<std::int64_t>(report.files.size()));
  writer.Key("complete").Boolean(report.faults.empty());
  writer.Key("errors").Integer(count(Severity::kError));
  writer.Key("warnings").Integer(count(Severity::kWarning));
  writer.Key("notes").Integer(count(Severity::kNote));
  WriteFindings(writer.Key("findings"), all, false);
  WriteFindings(writer.Key("suppressed"), all, true);
  WriteDiagnostics(writer.Key("faults"), report.faults);
  writer.EndObject();
  return std::move(writer).text() + '\n';
}

}  // namespace querygate
