#include "engine/review/trial/case_text.h"

#include <algorithm>

#include "engine/base/base64.h"
#include "engine/render/json_text.h"

namespace querygate::trial {
namespace {

constexpr std::size_t kMaxLines = 12;  // of one table
constexpr std::size_t kLongText = 40;

std::string Quoted(std::string_view text) {
  std::string quoted;
  AppendJsonString(quoted, text);
  return quoted;
}

std::string ArgumentText(const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::kNull:
      return "~";
    case Argument::Kind::kBoolean:
      return argument.boolean ? "true" : "false";
    case Argument::Kind::kInteger:
      return std::to_string(argument.integer);
    case Argument::Kind::kNumber:
      return argument.text;
    case Argument::Kind::kObject:
      return "{}";
    case Argument::Kind::kArray: {
      std::string items;
      for (const Argument& item : argument.items) items += (items.empty() ? "" : ", ") + ArgumentText(item);
      return "[" + items + "]";
    }
    case Argument::Kind::kString:
    case Argument::Kind::kWord:
      break;
  }
  return Quoted(argument.text);
}

std::string ValueText(const Value& value) {
  switch (value.storage) {
    case StorageClass::kNull:
      return "~";
    case StorageClass::kInteger:
      return std::to_string(value.integer);
    case StorageClass::kReal:
      return RealText(value.real);
    case StorageClass::kBlob:
      return "{ blob: " + Quoted(EncodeBase64(value.bytes)) + " }";
    case StorageClass::kText:
      break;
  }
  const bool uniform = value.bytes.size() > kLongText &&
                       std::all_of(value.bytes.begin(), value.bytes.end(), [&](char c) { return c == value.bytes[0]; });
  if (!uniform) return Quoted(value.bytes);
  return "{ text: " + Quoted(value.bytes.substr(0, 1)) + ", times: " + std::to_string(value.bytes.size()) + " }";
}

std::string MappingText(const Arguments& arguments) {
  std::string text;
  for (const auto& [name, argument] : arguments)
    text += (text.empty() ? "" : ", ") + name + ": " + ArgumentText(argument);
  return text.empty() ? "{}" : "{ " + text + " }";
}

std::string RowText(const ScratchRow& row) {
  std::string text;
  for (const auto& [column, value] : row.columns) text += (text.empty() ? "" : ", ") + column + ": " + ValueText(value);
  return text.empty() ? "{}" : "{ " + text + " }";
}

// Rows of one table that follow each other; equal ones are told once.
std::string TableText(const std::vector<ScratchRow>& rows, std::size_t begin, std::size_t end) {
  std::string text = "    " + rows[begin].table + ":\n";
  std::size_t lines = 0;
  for (std::size_t row = begin; row < end;) {
    std::size_t next = row + 1;
    while (next < end && rows[next].columns == rows[row].columns) ++next;
    if (++lines > kMaxLines) {
      return text + "      # and " + std::to_string(end - row) + " more, which differ as these do\n";
    }
    const std::string one = RowText(rows[row]);
    text += "      - " + (next - row == 1 ? one : "{ repeat: " + std::to_string(next - row) + ", row: " + one + " }") +
            "\n";
    row = next;
  }
  return text;
}

}  // namespace

std::string CaseText(const CaseInput& input) {
  std::string text;
  const auto& rows = input.data.rows;
  if (!input.data.script.empty()) text += "  # beside the fixture's rows\n";
  if (!rows.empty()) text += "  given:\n";
  for (std::size_t begin = 0; begin < rows.size();) {
    std::size_t end = begin;
    while (end < rows.size() && rows[end].table == rows[begin].table) ++end;
    text += TableText(rows, begin, end);
    begin = end;
  }
  text += "  arguments: " + MappingText(input.arguments) + "\n";
  if (!input.caller.scope.empty()) text += "  caller: { scope: " + MappingText(input.caller.scope) + " }\n";
  return text;
}

}  // namespace querygate::trial
