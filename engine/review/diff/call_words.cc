#include "engine/review/diff/call_words.h"

#include <algorithm>
#include <string_view>

#include "engine/base/utf8.h"

namespace querygate::review {
namespace {

constexpr std::size_t kLongText = 60;  // code points

void WriteArgument(JsonWriter& writer, const Argument& argument) {
  switch (argument.kind) {
    case Argument::Kind::kNull:
    case Argument::Kind::kObject:
      writer.Null();
      return;
    case Argument::Kind::kBoolean:
      writer.Boolean(argument.boolean);
      return;
    case Argument::Kind::kInteger:
      writer.Integer(argument.integer);
      return;
    case Argument::Kind::kNumber:
      writer.Raw(argument.text);
      return;
    case Argument::Kind::kString:
    case Argument::Kind::kWord:
      writer.String(argument.text);
      return;
    case Argument::Kind::kArray:
      writer.BeginArray();
      for (const Argument& item : argument.items) WriteArgument(writer, item);
      writer.EndArray();
      return;
  }
}

void WriteArguments(JsonWriter& writer, const Arguments& arguments) {
  writer.BeginObject();
  for (const auto& [name, value] : arguments) WriteArgument(writer.Key(name), value);
  writer.EndObject();
}

// Texts are cut for people, who cannot use four thousand letters.
std::string Shortened(const std::string& text) {
  const std::size_t length = CountCodePoints(text);
  if (length <= kLongText) return text;
  std::size_t bytes = 0;
  for (std::size_t point = 0; point < 8; ++point) bytes += CodePointAt(text, bytes).bytes;
  return text.substr(0, bytes) + "…(" + std::to_string(length) + " characters)";
}

bool IsPlainWord(std::string_view text) {
  constexpr std::string_view kSafe = "-_./:@%+,=";
  return !text.empty() && std::all_of(text.begin(), text.end(), [kSafe](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kSafe.find(c) != std::string_view::npos;
  });
}

std::string ShellWord(const std::string& word) {
  if (IsPlainWord(word)) return word;
  std::string quoted = "'";
  for (const char character : word) {
    if (character == '\'') {
      quoted += "'\\''";
    } else {
      quoted += character;
    }
  }
  return quoted + "'";
}

bool HasControls(const std::string& text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

// A value as a word that is read by declared type; JSON where a word could not carry it.
void AppendWords(std::string& words, const std::string& name, const Argument& value) {
  if (value.kind == Argument::Kind::kArray) {
    for (const Argument& item : value.items) AppendWords(words, name, item);
    return;
  }
  if (value.kind == Argument::Kind::kString && !HasControls(value.text)) {
    words += ' ' + ShellWord(name + "=" + Shortened(value.text));
    return;
  }
  const std::string json = ValueWords(value);
  const bool word = value.kind == Argument::Kind::kInteger || value.kind == Argument::Kind::kBoolean;
  words += ' ' + ShellWord(name + (word ? "=" : ":=") + json);
}

}  // namespace

std::string ValueWords(const Argument& value) {
  JsonWriter writer;
  if (value.kind == Argument::Kind::kString) {
    writer.String(Shortened(value.text));
  } else {
    WriteArgument(writer, value);
  }
  return std::move(writer).text();
}

std::string CallWords(const std::string& report, const ExampleCall& call) {
  std::string words = "querygate run " + report;
  for (const auto& [name, value] : call.arguments) AppendWords(words, name, value);
  for (const auto& [name, value] : call.scope) {
    std::string word;
    AppendWords(word, name, value);
    words += " --scope" + word;
  }
  return words;
}

void WriteCall(JsonWriter& writer, const std::string& report, const ExampleCall& call) {
  writer.BeginObject();
  writer.Key("report").String(report);
  writer.Key("as").String(NameOf(call.caller));
  WriteArguments(writer.Key("arguments"), call.arguments);
  WriteArguments(writer.Key("scope"), call.scope);
  writer.Key("words").String(CallWords(report, call));
  writer.EndObject();
}

}  // namespace querygate::review
