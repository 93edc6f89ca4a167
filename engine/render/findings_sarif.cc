// SARIF 2.1.0 (OASIS). Only rules with results are described, by their index; locations are relative to the folder
// in which querygate was started.
#include <algorithm>
#include <vector>

#include "engine/base/rule.h"
#include "engine/render/findings_formats.h"
#include "engine/render/findings_order.h"
#include "engine/render/json_text.h"

namespace querygate {

namespace {

constexpr std::string_view kRoot = "%SRCROOT%";

bool IsUnreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

// A path as a URI reference: everything is escaped that could be taken for another part of one.
std::string UriOf(std::string_view path) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (IsUnreserved(c) || c == '/') {
      uri += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      uri += {'%', kDigits[byte >> 4], kDigits[byte & 0xF]};
    }
  }
  return uri;
}

void WriteText(JsonWriter& writer, std::string_view text) {
  writer.BeginObject().Key("text").String(text);
  writer.EndObject();
}

void WriteArtifactLocation(JsonWriter& writer, std::string_view path) {
  writer.BeginObject().Key("uri").String(UriOf(path));
  if (!path.starts_with('/')) writer.Key("uriBaseId").String(kRoot);
  writer.EndObject();
}

// No region where the finding is about the whole file.
void WriteLocation(JsonWriter& writer, std::string_view file, const SourcePosition& position) {
  writer.BeginObject().Key("physicalLocation").BeginObject();
  WriteArtifactLocation(writer.Key("artifactLocation"), file);
  if (position.line > 0) {
    writer.Key("region").BeginObject();
    writer.Key("startLine").Integer(position.line);
    if (position.column > 0) {
      writer.Key("startColumn").Integer(position.column);
      writer.Key("endColumn").Integer(position.column + std::max(position.length, 1));  // one past the last
    }
    writer.EndObject();
  }
  writer.EndObject().EndObject();
}

// "limit-in-sql" as an identifier: "LimitInSql".
std::string PascalCase(std::string_view alias) {
  std::string name;
  bool start = true;
  for (const char c : alias) {
    if (c == '-') {
      start = true;
      continue;
    }
    name += start && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    start = false;
  }
  return name;
}

void WriteRule(JsonWriter& writer, const Rule& rule) {
  std::string help = std::string(rule.summary) + ". `querygate explain " + std::string(rule.id) + "` tells more.";
  writer.BeginObject();
  writer.Key("id").String(rule.id);
  writer.Key("name").String(PascalCase(rule.alias));
  WriteText(writer.Key("shortDescription"), rule.summary);
  writer.Key("help").BeginObject();
  writer.Key("text").String(help);
  writer.Key("markdown").String("**" + RuleTitle(rule.alias) + "**: " + help);
  writer.EndObject();
  writer.Key("defaultConfiguration").BeginObject().Key("level").String(SeverityName(rule.severity));
  writer.EndObject();
  writer.Key("properties").BeginObject().Key("tags").BeginArray();
  if (rule.security) writer.String("security");
  writer.EndArray().EndObject();
  writer.EndObject();
}

// The rules of `all` in the order of the table.
std::vector<const Rule*> RulesOf(const std::vector<OrderedFinding>& all) {
  std::vector<const Rule*> rules;
  for (const Rule& rule : Rules()) {
    const auto names = [&rule](const OrderedFinding& finding) { return finding.diagnostic->rule == rule.alias; };
    if (std::any_of(all.begin(), all.end(), names)) rules.push_back(&rule);
  }
  return rules;
}

void WriteResult(JsonWriter& writer, const OrderedFinding& finding, const std::vector<const Rule*>& rules) {
  const Diagnostic& diagnostic = *finding.diagnostic;
  writer.BeginObject();
  const auto rule = std::find_if(rules.begin(), rules.end(),
                                 [&](const Rule* candidate) { return candidate->alias == diagnostic.rule; });
  if (rule != rules.end()) {
    writer.Key("ruleId").String((*rule)->id);
    writer.Key("ruleIndex").Integer(rule - rules.begin());
  }
  writer.Key("level").String(SeverityName(diagnostic.severity));
  const std::string help = diagnostic.help.empty() ? std::string() : "\nhelp: " + diagnostic.help;
  WriteText(writer.Key("message"), diagnostic.message + help);
  if (!diagnostic.file.empty()) {
    WriteLocation(writer.Key("locations").BeginArray(), diagnostic.file, diagnostic.position);
    writer.EndArray();
  }
  writer.Key("partialFingerprints").BeginObject().Key("primaryLocationLineHash").String(finding.fingerprint);
  writer.EndObject();
  if (finding.suppression != nullptr) {
    writer.Key("suppressions").BeginArray().BeginObject();
    writer.Key("kind").String("inSource");
    writer.Key("status").String("accepted");
    writer.Key("justification").String(finding.suppression->reason);
    WriteLocation(writer.Key("location"), diagnostic.file, finding.suppression->comment);
    writer.EndObject().EndArray();
  }
  writer.EndObject();
}

void WriteNotification(JsonWriter& writer, const Diagnostic& fault) {
  writer.BeginObject();
  writer.Key("level").String("error");
  const std::string help = fault.help.empty() ? std::string() : "\nhelp: " + fault.help;
  WriteText(writer.Key("message"), fault.message + help);
  if (!fault.file.empty()) {
    WriteLocation(writer.Key("locations").BeginArray(), fault.file, fault.position);
    writer.EndArray();
  }
  if (const Rule* rule = FindRule(fault.rule)) {
    writer.Key("descriptor").BeginObject().Key("id").String(rule->id);
    writer.EndObject();
  }
  writer.EndObject();
}

void WriteDriver(JsonWriter& writer, const FindingsOptions& options, const std::vector<const Rule*>& rules) {
  writer.BeginObject().Key("driver").BeginObject();
  writer.Key("name").String("querygate");
  writer.Key("version").String(options.version);
  writer.Key("semanticVersion").String(options.version);
  writer.Key("rules").BeginArray();
  for (const Rule* rule : rules) WriteRule(writer, *rule);
  writer.EndArray();
  writer.EndObject().EndObject();
}

void WriteInvocation(JsonWriter& writer, const FindingsReport& report) {
  writer.BeginObject();
  writer.Key("executionSuccessful").Boolean(report.faults.empty());
  writer.Key("toolExecutionNotifications").BeginArray();
  for (const Diagnostic& fault : report.faults) WriteNotification(writer, fault);
  writer.EndArray();
  writer.EndObject();
}

void WriteRun(JsonWriter& writer, const FindingsReport& report, const FindingsOptions& options) {
  const std::vector<OrderedFinding> all = InOrder(report);
  const std::vector<const Rule*> rules = RulesOf(all);
  writer.BeginObject();
  WriteDriver(writer.Key("tool"), options, rules);
  writer.Key("automationDetails").BeginObject().Key("id").String("querygate/" + report.command + '/');
  writer.EndObject();
  writer.Key("columnKind").String("unicodeCodePoints");
  writer.Key("originalUriBaseIds").BeginObject().Key(kRoot).BeginObject();
  WriteText(writer.Key("description"), "The folder in which querygate was started.");
  writer.EndObject().EndObject();
  WriteInvocation(writer.Key("invocations").BeginArray(), report);
  writer.EndArray();
  writer.Key("artifacts").BeginArray();
  for (const std::string& file : report.files) {
    WriteArtifactLocation(writer.BeginObject().Key("location"), file);
    writer.EndObject();
  }
  writer.EndArray();
  writer.Key("results").BeginArray();
  for (const OrderedFinding& finding : all) WriteResult(writer, finding, rules);
  writer.EndArray();
  writer.EndObject();
}

}  // namespace

std::string RenderFindingsSarif(const FindingsReport& report, const FindingsOptions& options) {
  JsonWriter writer(JsonWriter::Style::kIndented);
  writer.BeginObject();
  writer.Key("$schema").String("https://json.schemastore.org/sarif-2.1.0.json");
  writer.Key("version").String("2.1.0");
  writer.Key("runs").BeginArray();
  WriteRun(writer, report, options);
  writer.EndArray();
  writer.EndObject();
  return std::move(writer).text() + '\n';
}

}  // namespace querygate
