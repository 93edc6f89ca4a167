#include "engine/review/draft/yaml_text.h"

#include <catch2/catch.hpp>

#include "engine/base/source_text.h"
#include "engine/load/documents.h"

namespace querygate::draft {
namespace {

// What the loader makes of it, as a report's title.
std::string Reread(const std::string& text) {
  const std::string document =
      "apiVersion: querygate/v1\nkind: Limits\ndescription: " + YamlString(text) + "\nsource_rows: 1\n";
  const auto loaded = LoadLimits(std::make_shared<const SourceText>("x.yaml", document), "x");
  INFO(document);
  REQUIRE(loaded.value != nullptr);
  return loaded.value->description;
}

}  // namespace

TEST_CASE("every string is read back as it was") {
  for (const std::string text :
       {"plain words", "true", "no",    "null",     "12",    "1.5", "2024-01-01", "a: b",
        "- a",         "#x",   "a # b", "'quoted'", "\"x\"", "{a}", "[a]",        "%_",
        "it's",        "a, b", "é",     "*",        "&a",    "!x",  "~",          "back\\slash"}) {
    CHECK(Reread(text) == text);
  }
}

TEST_CASE("plain where it is certain, quoted where not") {
  CHECK(YamlString("Artist.Name as stored.") == "Artist.Name as stored.");
  CHECK(YamlString("yes") == "'yes'");
  CHECK(YamlString("1") == "'1'");
  CHECK(YamlString("a\nb") == "\"a\\nb\"");
  CHECK(YamlList({"a", "on"}) == "[a, 'on']");
}

TEST_CASE("a mapping stands on one line while it fits") {
  YamlMapping mapping;
  mapping.Add("type", "text");
  mapping.AddString("description", "A word.");
  CHECK(mapping.Write("name", 2) == "  name: { type: text, description: A word. }\n");
  CHECK(mapping.Write("name", 0, "decide: it") == "# decide: it\nname: { type: text, description: A word. }\n");
  mapping.AddString("unit", std::string(100, 'u'));
  CHECK(mapping.Write("name", 0) ==
        "name:\n  type: text\n  description: A word.\n  unit: " + std::string(100, 'u') + "\n");
}

TEST_CASE("a block keeps its lines") {
  CHECK(YamlBlock("SELECT 1\n\n  FROM t", 4) == "|\n    SELECT 1\n\n      FROM t\n");
}

}  // namespace querygate::draft
