// `list`: the catalogue.
#include "engine/render/json_text.h"
#include "engine/render/text_table.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

std::string StatusText(const CatalogueEntry& entry) {
  return entry.usable ? std::string(NameOf(entry.status)) : "unusable";
}

std::string ListText(const std::vector<CatalogueEntry>& entries) {
  TextTable table{{{"report"}, {"status"}, {"source"}, {"title"}}, {}};
  for (const CatalogueEntry& entry : entries) {
    table.rows.push_back({entry.id, StatusText(entry), entry.source, entry.title});
  }
  return RenderTextTable(table);
}

std::string ListJson(const std::vector<CatalogueEntry>& entries) {
  JsonWriter writer(JsonWriter::Style::kIndented);
  writer.BeginObject().Key("reports").BeginArray();
  for (const CatalogueEntry& entry : entries) {
    writer.BeginObject();
    writer.Key("id").String(entry.id);
    writer.Key("title").String(entry.title);
    writer.Key("description").String(entry.description);
    writer.Key("owner").String(entry.owner);
    writer.Key("source").String(entry.source);
    writer.Key("version").Integer(entry.version);
    writer.Key("status").String(NameOf(entry.status));
    writer.Key("usable").Boolean(entry.usable);
    writer.EndObject();
  }
  writer.EndArray().EndObject();
  return std::move(writer).text() + '\n';
}

}  // namespace

std::vector<Option> ListOptions() {
  std::vector<Option> options = ConfigOption();
  options.push_back({"format", "FORMAT", "text (default) or json"});
  return options;
}

ExitStatus RunList(Context& context) {
  if (!context.words.operands.empty()) {
    return ReportUsage(context, "list takes no operands", "querygate describe REPORT tells about one");
  }
  const std::string format = context.words.Value("format").value_or("text");
  if (format != "text" && format != "json")
    return ReportUsage(context, "unknown format " + format, "--format text or json");
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();

  Diagnostics diagnostics;
  const std::vector<CatalogueEntry> entries = gateway->List(diagnostics);
  if (entries.empty() && diagnostics.empty()) {
    return ReportUsage(context, "there are no reports here", "name a deployment with --config, or try querygate demo");
  }
  context.out = format == "json" ? ListJson(entries) : ListText(entries);
  if (HasErrors(diagnostics)) {
    context.streams.err << "note: some declarations are unusable: " + CountDiagnostics(diagnostics) +
                               "\nhelp: querygate lint\n";
  }
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
