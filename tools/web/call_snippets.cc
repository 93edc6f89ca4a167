#include "tools/web/call_snippets.h"

#include <algorithm>

#include "engine/render/display_text.h"
#include "engine/render/json_text.h"

namespace querygate::web {

namespace {

bool IsWholeNumber(const std::string& text) {
  const std::size_t first = !text.empty() && text.front() == '-' ? 1 : 0;
  if (text.size() == first || text.size() > 19 + first) return false;
  if (text[first] == '0' && text.size() > first + 1) return false;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(first), text.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

// As the type is spelt in JSON; what is no value of the type stays text and is refused as such.
void WriteValue(JsonWriter& writer, ScalarType type, const std::string& text) {
  if (type == ScalarType::kInteger && IsWholeNumber(text)) {
    writer.Raw(text);
  } else if (type == ScalarType::kBoolean && (text == "true" || text == "false")) {
    writer.Boolean(text == "true");
  } else {
    writer.String(text);
  }
}

void WriteArgument(JsonWriter& writer, const ParameterSpec& parameter, const std::vector<std::string>& values) {
  if (!parameter.list && values.size() == 1) {
    WriteValue(writer, parameter.type, values.front());
    return;
  }
  writer.BeginArray();
  for (const std::string& value : values) WriteValue(writer, parameter.type, value);
  writer.EndArray();
}

// Characters that a page would show as escapes are written as JSON's, so that what is copied is what was filled in.
std::string Visible(const std::string& json) { return Printable(json); }

void WriteArguments(JsonWriter& writer, const CompiledReport& report, const FilledFields& fields) {
  writer.BeginObject();
  for (const auto& [name, values] : fields) {
    const auto index = report.FindParameter(name);
    if (!index || values.empty()) continue;
    WriteArgument(writer.Key(name), report.parameters[*index], values);
  }
  writer.EndObject();
}

std::string ToolName(std::string name) {
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

bool IsPlain(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
         std::string_view("_-./:=,+@").find(c) != std::string_view::npos;
}

}  // namespace

std::string ShellWord(const std::string& text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), IsPlain)) return text;
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + '\'';
}

std::string CommandSnippet(const CompiledReport& report, const FilledFields& fields) {
  std::string text = "querygate run " + report.id;
  for (const auto& [name, values] : fields) {
    const auto index = report.FindParameter(name);
    if (!index || values.empty()) continue;
    const bool visible =
        std::all_of(values.begin(), values.end(), [](const std::string& value) { return Printable(value) == value; });
    if (!visible) {
      JsonWriter writer;
      WriteArgument(writer, report.parameters[*index], values);
      text += " " + ShellWord(name + ":=" + Visible(writer.text()));
      continue;
    }
    for (const std::string& value : values) text += " " + ShellWord(name + "=" + value);
  }
  return text;
}

std::string CurlSnippet(const CompiledReport& report, const FilledFields& fields, const std::string& origin) {
  JsonWriter writer;
  WriteArguments(writer, report, fields);
  return "curl -sS " + ShellWord(origin + "/v1/reports/" + report.id) + " -H 'Content-Type: application/json' -d " +
         ShellWord(Visible(writer.text()));
}

std::string ToolCallSnippet(const CompiledReport& report, const FilledFields& fields) {
  JsonWriter writer;
  writer.BeginObject().Key("name").String(ToolName(report.id)).Key("arguments");
  WriteArguments(writer, report, fields);
  writer.EndObject();
  return Visible(writer.text());
}

}  // namespace querygate::web
