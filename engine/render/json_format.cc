// The whole body as compact JSON: what HTTP and agents receive, too.
#include "engine/render/formats.h"

namespace querygate {

namespace {

void WriteStrings(JsonWriter& writer, const std::vector<std::string>& strings) {
  writer.BeginArray();
  for (const std::string& text : strings) writer.String(text);
  writer.EndArray();
}

void WritePart(JsonWriter& writer, const ResultPart& part) {
  if (part.shape != ResultPart::Shape::kRows) {
    if (part.rows.row_count() == 0) {
      writer.Null();
    } else {
      WriteRowObject(writer, part.rows, 0);
    }
    return;
  }
  writer.BeginArray();
  for (std::size_t row = 0; row < part.rows.row_count(); ++row) WriteRowObject(writer, part.rows, row);
  writer.EndArray();
}

void WriteCoverage(JsonWriter& writer, const Coverage& coverage) {
  writer.BeginObject();
  if (coverage.window) WriteStrings(writer.Key("window"), {coverage.window->first, coverage.window->second});
  if (coverage.as_of) writer.Key("as_of").String(*coverage.as_of);
  if (coverage.watermark) writer.Key("watermark").String(*coverage.watermark);
  if (coverage.delay_possible) writer.Key("delay_possible").Boolean(*coverage.delay_possible);
  writer.Key("completeness").String("unproven");
  writer.Key("observed_at").String(coverage.observed_at);
  WriteStrings(writer.Key("truncated"), coverage.truncated);
  WriteStrings(writer.Key("absent"), coverage.absent);
  WriteStrings(writer.Key("notes"), coverage.notes);
  writer.EndObject();
}

std::string RenderReason(std::string_view status, std::string_view reason) {
  JsonWriter writer;
  writer.BeginObject().Key("status").String(status).Key("reason").String(reason).EndObject();
  return std::move(writer).text();
}

}  // namespace

std::string RenderDeliveredJson(const DeliveredResult& result) {
  JsonWriter writer;
  writer.BeginObject().Key("status").String("ok");
  const bool complete = result.complete();
  writer.Key("complete").Boolean(complete);
  if (!complete) {
    writer.Key("truncated").BeginArray();
    for (const ResultPart& part : result.parts) {
      if (part.truncated) writer.String(DeliveredName(result, part));
    }
    writer.EndArray();
  }
  for (const ResultPart& part : result.parts) {
    writer.Key(DeliveredName(result, part));
    WritePart(writer, part);
  }
  if (result.coverage) WriteCoverage(writer.Key("coverage"), *result.coverage);
  writer.EndObject();
  return std::move(writer).text();
}

std::string RenderRejectionJson(std::string_view reason) { return RenderReason("rejected", reason); }
std::string RenderFailureJson(std::string_view reason) { return RenderReason("failed", reason); }

Expected<std::string, Rejection> RenderJson(const DeliveredResult& result, const RenderOptions&) {
  return RenderDeliveredJson(result) + '\n';
}

}  // namespace querygate
