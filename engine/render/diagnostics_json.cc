#include "engine/render/diagnostics_json.h"

#include "engine/base/rule.h"

namespace querygate {

void WriteDiagnosticMembers(JsonWriter& writer, const Diagnostic& diagnostic) {
  writer.Key("severity").String(SeverityName(diagnostic.severity));
  if (const Rule* rule = FindRule(diagnostic.rule)) writer.Key("id").String(rule->id);
  if (!diagnostic.rule.empty()) writer.Key("rule").String(diagnostic.rule);
  if (!diagnostic.file.empty()) writer.Key("file").String(diagnostic.file);
  if (diagnostic.position.line > 0) {
    writer.Key("line").Integer(diagnostic.position.line);
    if (diagnostic.position.column > 0) writer.Key("column").Integer(diagnostic.position.column);
  }
  writer.Key("message").String(diagnostic.message);
  if (!diagnostic.help.empty()) writer.Key("help").String(diagnostic.help);
}

void WriteDiagnostics(JsonWriter& writer, const Diagnostics& diagnostics) {
  writer.BeginArray();
  for (const Diagnostic& diagnostic : diagnostics) {
    writer.BeginObject();
    WriteDiagnosticMembers(writer, diagnostic);
    writer.EndObject();
  }
  writer.EndArray();
}

}  // namespace querygate
