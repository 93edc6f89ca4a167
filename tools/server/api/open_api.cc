#include "tools/server/api/open_api.h"

#include <algorithm>
#include <array>

#include "engine/render/json_schema.h"
#include "engine/render/result_schema.h"
#include "tools/server/report_words.h"

namespace querygate::server::api {

namespace {

struct ResponseRow {
  std::string_view status;
  std::string_view description;
  std::string_view schema;
};

constexpr auto kResponses = std::to_array<ResponseRow>({
    {"401", "It is not known who asks.", "Rejection"},
    {"403", "The caller may not ask this, or a value that its identity supplies is missing.", "Rejection"},
    {"404", "There is no such report, or the one row that was expected does not exist.", "Rejection"},
    {"409", "Stored data breaks the report's contract or a limit; nothing is delivered.", "Rejection"},
    {"410", "The report is no longer served.", "Rejection"},
    {"413", "The request is larger than the server reads.", "Rejection"},
    {"422", "An argument is missing, unknown or not acceptable.", "Rejection"},
    {"429", "Too many calls are in progress. The answer is unknown.", "Failure"},
    {"503", "The system could not answer. This is no evidence that there is no data.", "Failure"},
    {"504", "The call did not finish in time. This is no evidence that there is no data.", "Failure"},
});

void WriteReference(JsonWriter& writer, std::string_view schema) {
  writer.BeginObject().Key("$ref").String("#/components/schemas/" + std::string(schema)).EndObject();
}

void WriteJsonContent(JsonWriter& writer, std::string_view schema) {
  writer.BeginObject().Key("application/json").BeginObject().Key("schema");
  WriteReference(writer, schema);
  writer.EndObject().EndObject();
}

void WriteTextContent(JsonWriter& writer, std::string_view media_type) {
  writer.Key(media_type).BeginObject().Key("schema").BeginObject().Key("type").String("string").EndObject().EndObject();
}

void WriteResponses(JsonWriter& writer, const CompiledReport& report) {
  writer.BeginObject();
  writer.Key("200").BeginObject().Key("description").String("The whole, judged result.");
  writer.Key("content").BeginObject();
  writer.Key("application/json").BeginObject().Key("schema");
  WriteResultSchema(writer, report);
  writer.EndObject();
  WriteTextContent(writer, "application/x-ndjson");
  WriteTextContent(writer, "text/csv");
  writer.EndObject().EndObject();
  for (const ResponseRow& row : kResponses) {
    writer.Key(row.status).BeginObject().Key("description").String(row.description);
    WriteJsonContent(writer.Key("content"), row.schema);
    writer.EndObject();
  }
  writer.EndObject();
}

void WriteQueryParameters(JsonWriter& writer, const CompiledReport& report) {
  writer.BeginArray();
  for (const ParameterSpec& parameter : report.parameters) {
    if (parameter.from_scope) continue;
    writer.BeginObject().Key("name").String(parameter.name).Key("in").String("query");
    writer.Key("required").Boolean(!parameter.optional && !parameter.default_value);
    WriteParameterSchema(writer.Key("schema"), parameter);
    writer.EndObject();
  }
  writer.EndArray();
}

void WriteOperation(JsonWriter& writer, const CompiledReport& report, std::string_view method) {
  const bool get = method == "get";
  writer.BeginObject();
  writer.Key("operationId").String(ToolName(report.id) + (get ? "_by_query" : ""));
  writer.Key("summary").String(report.declaration->title.value);
  writer.Key("description").String(ReportDescription(report));
  writer.Key("tags").BeginArray().String(GroupOf(report.id)).EndArray();
  if (report.status == ReportStatus::kDeprecated) writer.Key("deprecated").Boolean(true);
  if (get) {
    WriteQueryParameters(writer.Key("parameters"), report);
  } else {
    writer.Key("requestBody").BeginObject().Key("required").Boolean(true).Key("content").BeginObject();
    writer.Key("application/json").BeginObject().Key("schema");
    WriteParameterSchema(writer, report.parameters);
    writer.EndObject().EndObject().EndObject();
  }
  WriteResponses(writer.Key("responses"), report);
  writer.Key("x-querygate-reasons").BeginArray();
  for (const std::string& reason : report.reasons) writer.String(reason);
  writer.EndArray().EndObject();
}

void WriteOutcomeSchema(JsonWriter& writer, std::string_view name, std::string_view status,
                        std::string_view description) {
  writer.Key(name).BeginObject().Key("type").String("object").Key("description").String(description);
  writer.Key("properties").BeginObject();
  writer.Key("status").BeginObject().Key("const").String(status).EndObject();
  writer.Key("reason").BeginObject().Key("type").String("string").EndObject().EndObject();
  writer.Key("required").BeginArray().String("status").String("reason").EndArray();
  writer.Key("additionalProperties").Boolean(false).EndObject();
}

}  // namespace

bool HasScalarParametersOnly(const CompiledReport& report) {
  return std::none_of(report.parameters.begin(), report.parameters.end(),
                      [](const ParameterSpec& parameter) { return parameter.list && !parameter.from_scope; });
}

std::string OpenApiDocument(std::span<const std::shared_ptr<const CompiledReport>> reports, std::string_view version) {
  JsonWriter writer;
  writer.BeginObject().Key("openapi").String("3.1.0");
  writer.Key("info").BeginObject().Key("title").String("Reports").Key("version").String(version);
  writer.Key("description").String("Declared queries: fixed SQL, typed parameters, judged results.").EndObject();
  writer.Key("jsonSchemaDialect").String("https://json-schema.org/draft/2020-12/schema");
  writer.Key("paths").BeginObject();
  for (const auto& report : reports) {
    if (report->status == ReportStatus::kRetired) continue;
    writer.Key(ReportPath(report->id)).BeginObject();
    if (HasScalarParametersOnly(*report)) WriteOperation(writer.Key("get"), *report, "get");
    WriteOperation(writer.Key("post"), *report, "post");
    writer.EndObject();
  }
  writer.EndObject();
  writer.Key("components").BeginObject().Key("schemas").BeginObject();
  WriteOutcomeSchema(writer, "Rejection", "rejected", "The request or the data does not satisfy the declaration.");
  WriteOutcomeSchema(writer, "Failure", "failed", "The system could not answer; never an empty result.");
  writer.EndObject().EndObject().EndObject();
  return std::move(writer).text();
}

}  // namespace querygate::server::api
