// `describe`: what a report takes and gives, for a person or as JSON Schema.
#include "engine/render/display_text.h"
#include "engine/render/json_schema.h"
#include "engine/render/result_schema.h"
#include "engine/render/text_table.h"
#include "engine/render/type_words.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/call_problem.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/input_words.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/report_words.h"
#include "tools/querygate/result_shape.h"

namespace querygate::cli {

namespace {

// A row for the thing itself, and one for each of its values that has a meaning.
void AddRows(TextTable& table, std::vector<std::string> row, const std::vector<TypedChoice>& choices) {
  const std::size_t width = row.size();
  table.rows.push_back(std::move(row));
  for (const TypedChoice& choice : choices) {
    if (choice.meaning.empty()) continue;
    std::vector<std::string> meaning(width);
    meaning[width - 1] = choice.spelling + ": " + choice.meaning;
    table.rows.push_back(std::move(meaning));
  }
}

std::string ParametersText(const CompiledReport& report) {
  if (report.parameters.empty()) return "parameters: none\n";
  TextTable table{{{}, {}, {}, {}}, {}};
  for (const ParameterSpec& parameter : report.parameters) {
    AddRows(table,
            {parameter.name, PresenceText(parameter), AcceptedValues(parameter),
             DocumentationText(parameter.documentation)},
            parameter.choices);
  }
  return "parameters\n" + RenderTextTable(table, 2);
}

std::string WindowsText(const CompiledReport& report) {
  std::string text;
  for (const std::string& line : WindowLines(report)) text += "  " + line + '\n';
  return text.empty() ? text : "\nwindows\n" + text;
}

std::string ResultText(const CompiledReport& report) {
  std::string text;
  for (const ShownPart& part : ShowParts(report)) {
    text += "\nresult " + Printable(part.name) + ": " + part.shape + '\n';
    TextTable table{{{}, {}, {}}, {}};
    for (const ShownColumn& column : part.columns) {
      AddRows(table, {column.name, column.type, column.documentation}, column.choices);
    }
    text += RenderTextTable(table, 2);
  }
  if (report.result.coverage) {
    text += "\ncoverage: the result says how far an absence of rows can be believed\n";
    for (const std::string& note : report.result.coverage->notes) text += "  " + Printable(note) + '\n';
  }
  return text;
}

std::string ReasonsText(const CompiledReport& report) {
  std::string text = "\nreasons for a rejection\n ";
  for (const std::string& reason : report.reasons) text += ' ' + reason;
  return text + '\n';
}

std::string DescribeText(const CompiledReport& report) {
  const ReportDeclaration& declaration = *report.declaration;
  std::string text = report.id + ": " + Printable(declaration.title.value) + '\n';
  text += Printable(declaration.description.value) + "\n\n";
  text += "source " + report.source->name + ", version " + std::to_string(declaration.version.value) + ", " +
          std::string(NameOf(report.status)) + ", owner " + Printable(declaration.owner.value) + '\n';
  if (!report.replaced_by.empty()) text += "replaced by " + report.replaced_by + '\n';
  text += '\n' + ParametersText(report) + WindowsText(report) + ResultText(report) + ReasonsText(report);
  return text + "\ntry\n  " + ExampleCommand(report) + '\n';
}

std::string DescribeJson(const CompiledReport& report) {
  const ReportDeclaration& declaration = *report.declaration;
  JsonWriter writer(JsonWriter::Style::kIndented);
  writer.BeginObject();
  writer.Key("id").String(report.id);
  writer.Key("title").String(declaration.title.value);
  writer.Key("description").String(declaration.description.value);
  writer.Key("owner").String(declaration.owner.value);
  writer.Key("source").String(report.source->name);
  writer.Key("version").Integer(declaration.version.value);
  writer.Key("status").String(NameOf(report.status));
  if (!report.replaced_by.empty()) writer.Key("replaced_by").String(report.replaced_by);
  WriteParameterSchema(writer.Key("parameters"), report.parameters);
  WriteResultSchema(writer.Key("result"), report);
  writer.Key("reasons").BeginArray();
  for (const std::string& reason : report.reasons) writer.String(reason);
  writer.EndArray();
  writer.EndObject();
  return std::move(writer).text() + '\n';
}

ExitStatus DescribeInputs(Context& context, const Gateway& gateway, const CompiledReport& report, bool json) {
  const auto identity = ReadIdentity(context.words);
  if (!identity) return ReportUsage(context, identity.error().message, identity.error().help);
  const auto answer = gateway.Inputs(report.id, *identity);
  if (!answer) return ReportCallError(context, answer.error());
  if (const auto* rejection = std::get_if<Rejection>(&*answer)) {
    return Refuse(context, Failure{rejection->reason, "no files are configured for this scope"}, json);
  }
  if (const auto* failure = std::get_if<Failure>(&*answer)) return Refuse(context, *failure, json);
  const auto& inspection = std::get<Inspection>(*answer);
  if (inspection.inputs.empty()) {
    return ReportUsage(context, report.id + " reads a database, not files", "describe it without --inputs");
  }
  if (!json) {
    context.out = report.id + ": what its files offer; no row was read\n" + FieldsText(report, inspection);
    return ExitStatus::kOk;
  }
  JsonWriter writer(JsonWriter::Style::kIndented);
  WriteFields(writer, report, inspection);
  context.out = std::move(writer).text() + '\n';
  return ExitStatus::kOk;
}

}  // namespace

std::vector<Option> DescribeOptions() {
  std::vector<Option> options = ConfigOption();
  options.push_back({"format", "FORMAT", "text (default) or json: JSON Schema of parameters and result"});
  options.push_back({"inputs", {}, "over files: what they offer, beside what the source declares"});
  options.push_back({"source", "NAME=PATH", "with --inputs: where a source's files are", true});
  options.push_back({"show-cause", {}, "with --inputs: tell the operator's cause of a failure"});
  options.push_back({"scope", "NAME=VALUE", "with --inputs: a scope value that says which files", true});
  return options;
}

ExitStatus RunDescribe(Context& context) {
  if (context.words.operands.size() != 1) {
    return ReportUsage(context, "describe takes one report", "querygate list shows the reports");
  }
  const std::string format = context.words.Value("format").value_or("text");
  if (format != "text" && format != "json")
    return ReportUsage(context, "unknown format " + format, "--format text or json");
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();
  const auto report = gateway->Describe(context.words.operands.front());
  if (!report) return ReportCallError(context, report.error());
  if (context.words.Has("inputs")) return DescribeInputs(context, *gateway, **report, format == "json");
  context.out = format == "json" ? DescribeJson(**report) : DescribeText(**report);
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
