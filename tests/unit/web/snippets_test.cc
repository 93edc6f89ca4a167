// Calls to be copied: what a shell and a JSON reader make of them is what was filled in.
#include <catch2/catch.hpp>

#include "engine/load/json_reader.h"
#include "tests/unit/web/hostile_texts.h"
#include "tools/web/call_snippets.h"

namespace querygate::web::testing {
namespace {

CompiledReport Report() {
  CompiledReport report;
  report.id = "parcels/units_by_zone";
  const std::pair<const char*, ScalarType> parameters[] = {{"state", ScalarType::kString},
                                                           {"limit", ScalarType::kInteger},
                                                           {"least", ScalarType::kDecimal},
                                                           {"open", ScalarType::kBoolean}};
  for (const auto& [name, type] : parameters) {
    ParameterSpec parameter;
    parameter.name = name;
    parameter.type = type;
    report.parameters.push_back(parameter);
  }
  ParameterSpec list;
  list.name = "tags";
  list.list = true;
  report.parameters.push_back(list);
  return report;
}

// A POSIX shell's reading of one word.
std::string Unquoted(const std::string& word) {
  std::string text;
  bool quoted = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '\'') {
      quoted = !quoted;
    } else if (word[i] == '\\' && !quoted) {
      text += word[++i];
    } else {
      if (!quoted) CHECK_THAT(std::string(" \t\n\"$`;&|<>()*?[]#~!{}"), !Catch::Contains(std::string(1, word[i])));
      text += word[i];
    }
  }
  CHECK_FALSE(quoted);
  return text;
}

TEST_CASE("a shell reads back what was filled in") {
  for (const char* hostile : kHostileTexts) CHECK(Unquoted(ShellWord(hostile)) == hostile);
  for (const char* text : {"", "plain", "a b", "it's", "$(id)", "`id`", "a;b", "\\", "''", "~"}) {
    CHECK(Unquoted(ShellWord(text)) == text);
  }
  CHECK(ShellWord("state=sent") == "state=sent");
}

TEST_CASE("the same call, three times") {
  const CompiledReport report = Report();
  const FilledFields fields = {{"state", {"it's"}}, {"limit", {"5"}},     {"least", {"1.50"}},
                               {"open", {"true"}},  {"tags", {"a", "b"}}, {"unknown", {"x"}}};
  CHECK(CommandSnippet(report, fields) ==
        "querygate run parcels/units_by_zone 'state=it'\\''s' limit=5 least=1.50 open=true tags=a tags=b");
  CHECK(CurlSnippet(report, fields, "http://localhost:8080") ==
        "curl -sS http://localhost:8080/v1/reports/parcels/units_by_zone -H 'Content-Type: application/json' -d "
        "'{\"state\":\"it'\\''s\",\"limit\":5,\"least\":\"1.50\",\"open\":true,\"tags\":[\"a\",\"b\"]}'");
  CHECK(
      ToolCallSnippet(report, fields) ==
      R"({"name":"parcels_units_by_zone","arguments":{"state":"it's","limit":5,"least":"1.50","open":true,"tags":["a","b"]}})");
  CHECK(CommandSnippet(report, {}) == "querygate run parcels/units_by_zone");
}

TEST_CASE("what is no value of its type stays text, and odd characters are spelt out") {
  const CompiledReport report = Report();
  for (const char* text : {"5.0", "1e1", "007", "-", "", "99999999999999999999", "5 "}) {
    CAPTURE(text);
    CHECK_THAT(ToolCallSnippet(report, {{"limit", {text}}}), Catch::Contains('"' + std::string(text) + '"'));
  }
  CHECK_THAT(ToolCallSnippet(report, {{"limit", {"-7"}}}), Catch::Contains(":-7}"));
  const std::string odd = "a\xE2\x80\xAE\nb";
  CHECK(CommandSnippet(report, {{"state", {odd}}}) == R"(querygate run parcels/units_by_zone 'state:="a\u202e\nb"')");
  const auto read = ReadJson(ToolCallSnippet(report, {{"state", {odd}}}));
  REQUIRE(read.value);
  CHECK(read.value->members[1].value.members[0].value.text == odd);
}

}  // namespace
}  // namespace querygate::web::testing
