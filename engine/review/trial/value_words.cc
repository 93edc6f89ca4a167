#include "engine/review/trial/value_words.h"

#include "engine/base/utf8.h"
#include "engine/render/json_text.h"
#include "engine/render/result_format.h"

namespace querygate::trial {
namespace {

constexpr std::size_t kLongest = 80;  // code points of one value or row

std::string Cut(const std::string& text) {
  std::size_t offset = 0;
  for (std::size_t count = 0; count < kLongest && offset < text.size(); ++count) {
    offset += CodePointAt(text, offset).bytes;
  }
  return offset < text.size() ? text.substr(0, offset) + "…" : text;
}

std::string Counted(std::size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

std::string Words(const Cell& value) {
  if (std::holds_alternative<std::monostate>(value)) return "null";
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean ? "boolean true" : "boolean false";
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return "integer " + std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&value)) return "real " + RealText(*real);
  std::string quoted;
  AppendJsonString(quoted, std::get<std::string>(value));
  return "text " + Cut(quoted);
}

Cell ToCell(const TestValue& value) {
  if (const auto* boolean = std::get_if<bool>(&value)) return *boolean;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return {};
}

std::string Words(const Outcome& outcome) {
  if (const auto* rejection = std::get_if<Rejection>(&outcome.body)) {
    return "the rejection " + rejection->reason + (rejection->subject.empty() ? "" : " about " + rejection->subject);
  }
  if (const auto* failure = std::get_if<Failure>(&outcome.body)) return "the failure " + failure->reason;
  const auto& result = std::get<DeliveredResult>(outcome.body);
  if (result.record) return "a record of " + Counted(result.parts.size(), "part");
  return Counted(result.parts.empty() ? 0 : result.parts.front().rows.row_count(), "row");
}

std::string RowWords(const RowSet& rows, std::size_t row) {
  JsonWriter writer;
  writer.BeginObject();
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    writer.Key(rows.columns[column]);
    const Cell& cell = rows.Row(row)[column];
    if (const auto* boolean = std::get_if<bool>(&cell)) {
      writer.Boolean(*boolean);
    } else if (const auto* integer = std::get_if<std::int64_t>(&cell)) {
      writer.Integer(*integer);
    } else if (const auto* real = std::get_if<double>(&cell)) {
      writer.Real(*real);
    } else if (const auto* text = std::get_if<std::string>(&cell)) {
      writer.String(*text);
    } else {
      writer.Null();
    }
  }
  writer.EndObject();
  return Cut(writer.text());
}

std::string Body(const Outcome& outcome) {
  if (const auto* rejection = std::get_if<Rejection>(&outcome.body)) return RenderRejectionJson(rejection->reason);
  if (const auto* failure = std::get_if<Failure>(&outcome.body)) return RenderFailureJson(failure->reason);
  return RenderDeliveredJson(std::get<DeliveredResult>(outcome.body));
}

}  // namespace querygate::trial
