// `check`: everything that `run` does before the first row is read.
#include "engine/render/result_schema.h"
#include "engine/render/text_table.h"
#include "engine/render/typed_text.h"
#include "tools/querygate/call_problem.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/host_options.h"
#include "tools/querygate/input_words.h"
#include "tools/querygate/problem.h"
#include "tools/querygate/report_words.h"
#include "tools/querygate/result_shape.h"
#include "tools/querygate/use_text.h"

namespace querygate::cli {

namespace {

const StatementFacts& FactsOf(const CheckResult& check, std::size_t query) {
  return check.inspection.queries[query][check.statements[query]];
}

std::string BoundText(const BoundParameter& bound) {
  if (bound.absent) return "NULL";
  std::string text;
  for (const Value& value : bound.stored) text += (text.empty() ? "" : ", ") + StoredText(value);
  return text;
}

std::string CheckText(const CheckResult& check) {
  const CompiledReport& report = *check.report;
  std::string text = report.id + ": arguments accepted, statements permitted; nothing was run\n\nbound\n";
  TextTable bound{{{}, {}, {}}, {}};
  for (std::size_t index = 0; index < check.bound.size(); ++index) {
    const bool from_scope = report.parameters[index].from_scope;
    bound.rows.push_back({check.bound[index].name, BoundText(check.bound[index]), from_scope ? "from the host" : ""});
  }
  text += bound.rows.empty() ? "  nothing\n" : RenderTextTable(bound, 2);

  text += InputsText(check.inspection);
  for (std::size_t index = 0; index < report.queries.size(); ++index) {
    const CompiledQuery& query = report.queries[index];
    const StatementFacts& facts = FactsOf(check, index);
    text += "\nquery " + query.name;
    const std::string& variant = query.statements[check.statements[index]].variant;
    if (!variant.empty()) text += ", variant " + variant;
    TextTable table{{{}, {}}, {}};
    for (const std::string& use : UseLines(facts.uses)) table.rows.push_back({"reads", use});
    for (const std::string& step : facts.plan) table.rows.push_back({"plan", step});
    text += '\n' + RenderTextTable(table, 2);
  }

  for (const ShownPart& part : ShowParts(report)) {
    text += "\nresult " + part.name + ": " + part.shape + '\n';
    TextTable table{{{}, {}}, {}};
    for (const ShownColumn& column : part.columns) table.rows.push_back({column.name, column.type});
    text += RenderTextTable(table, 2);
  }

  text += "\nbudget\n";
  TextTable budget{{{}, {{}, true}, {}}, {}};
  for (const BudgetLine& line : BudgetLines(check.budget)) {
    budget.rows.push_back({std::string(line.name), std::to_string(line.value), std::string(line.unit)});
  }
  return text + RenderTextTable(budget, 2);
}

std::string CheckJson(const CheckResult& check) {
  const CompiledReport& report = *check.report;
  JsonWriter writer(JsonWriter::Style::kIndented);
  writer.BeginObject();
  writer.Key("status").String("ok");
  writer.Key("report").String(report.id);
  writer.Key("digest").String(report.digest);
  writer.Key("bound").BeginArray();
  for (std::size_t index = 0; index < check.bound.size(); ++index) {
    const BoundParameter& bound = check.bound[index];
    writer.BeginObject().Key("name").String(bound.name);
    writer.Key("from_scope").Boolean(report.parameters[index].from_scope);
    writer.Key("values").BeginArray();
    for (const TypedValue& value : bound.typed) WriteTyped(writer, value);
    writer.EndArray();
    writer.Key("stored").BeginArray();
    for (const Value& value : bound.stored) writer.String(StoredText(value));
    writer.EndArray().EndObject();
  }
  writer.EndArray();
  if (!report.source->tables.empty()) WriteInputs(writer.Key("inputs"), check.inspection);
  writer.Key("queries").BeginArray();
  for (std::size_t index = 0; index < report.queries.size(); ++index) {
    const CompiledQuery& query = report.queries[index];
    const StatementFacts& facts = FactsOf(check, index);
    writer.BeginObject().Key("name").String(query.name);
    const std::string& variant = query.statements[check.statements[index]].variant;
    if (!variant.empty()) writer.Key("variant").String(variant);
    writer.Key("reads").BeginArray();
    for (const AccessUse& use : facts.uses) writer.String(UseText(use));
    writer.EndArray();
    writer.Key("columns").BeginArray();
    for (const ResultColumn& column : facts.columns) {
      writer.BeginObject().Key("name").String(column.name);
      writer.Key("declared_type").String(column.declared_type);
      if (!column.origin_table.empty()) {
        writer.Key("origin").String(column.origin_table + '.' + column.origin_column);
      }
      writer.EndObject();
    }
    writer.EndArray();
    writer.Key("plan").BeginArray();
    for (const std::string& step : facts.plan) writer.String(step);
    writer.EndArray().EndObject();
  }
  writer.EndArray();
  WriteResultSchema(writer.Key("result"), report);
  writer.Key("budget").BeginObject();
  for (const BudgetLine& line : BudgetLines(check.budget)) {
    const std::string unit(line.unit.empty() || line.unit == "bytes" ? "" : "_" + std::string(line.unit));
    writer.Key(std::string(line.name) + unit).Integer(line.value);
  }
  writer.EndObject().EndObject();
  return std::move(writer).text() + '\n';
}

}  // namespace

std::vector<Option> CheckOptions() {
  std::vector<Option> options = CallOptions();
  options.push_back({"format", "FORMAT", "text (default) or json"});
  return options;
}

ExitStatus RunCheck(Context& context) {
  if (context.words.operands.empty()) {
    return ReportUsage(context, "check needs a report", "querygate list shows the reports");
  }
  const std::string format = context.words.Value("format").value_or("text");
  if (format != "text" && format != "json")
    return ReportUsage(context, "unknown format " + format, "--format text or json");
  const bool json = format == "json";
  auto gateway = OpenGateway(context);
  if (!gateway) return gateway.error();

  auto request = ReadRequest(context, *gateway, json);
  if (!request) return request.error();
  const auto answer = gateway->Check(*request);
  if (!answer) return ReportCallError(context, answer.error());
  if (const auto* rejection = std::get_if<Rejection>(&*answer)) {
    return Refuse(context, *gateway, *request, *rejection, json);
  }
  if (const auto* failure = std::get_if<Failure>(&*answer)) return Refuse(context, *failure, json);
  const CheckResult& check = std::get<CheckResult>(*answer);
  context.out = json ? CheckJson(check) : CheckText(check);
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
