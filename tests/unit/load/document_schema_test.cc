#include "engine/load/document_schema.h"

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "engine/base/rule.h"
#include "tests/project_root.h"

namespace querygate {
namespace {

using Json = nlohmann::json;

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream buffer;
  buffer << stream.rdbuf();
  return buffer.str();
}

Json SchemaOf(std::string_view name) {
  const DocumentSchema* schema = FindDocumentSchema(name);
  REQUIRE(schema != nullptr);
  return Json::parse(DocumentSchemaJson(*schema));
}

TEST_CASE("the committed schemas are what the tables of keys say", "[schema]") {
  for (const DocumentSchema& schema : DocumentSchemas()) {
    const std::string file = "docs/schema/" + std::string(schema.name) + ".schema.json";
    INFO("querygate schema " << schema.name << " > " << file);
    CHECK(ReadText(testing::ProjectRoot() / file) == DocumentSchemaJson(schema));
  }
}

// Calls `visit` for every schema of a member with its path.
template <typename Visit>
void ForEachMember(const Json& schema, const std::string& path, Visit visit) {
  if (!schema.is_object()) return;
  if (schema.contains("properties")) {
    for (const auto& [name, member] : schema["properties"].items()) {
      visit(path + "/" + name, member);
      ForEachMember(member, path + "/" + name, visit);
    }
  }
  for (const char* part : {"items", "additionalProperties"}) {
    if (schema.contains(part)) ForEachMember(schema[part], path + "/*", visit);
  }
  if (schema.contains("anyOf")) {
    for (const Json& alternative : schema["anyOf"]) ForEachMember(alternative, path, visit);
  }
}

TEST_CASE("every key of every document tells what it is and what it takes", "[schema]") {
  std::size_t members = 0;
  for (const DocumentSchema& schema : DocumentSchemas()) {
    ForEachMember(SchemaOf(schema.name), std::string(schema.name), [&](const std::string& path, const Json& member) {
      CAPTURE(path);
      ++members;
      REQUIRE(member.contains("description"));
      const std::string description = member["description"];
      CHECK_FALSE(description.empty());
      CHECK(member.size() > 1);
    });
  }
  CHECK(members > 150);
}

TEST_CASE("a schema is closed but for extension keys", "[schema]") {
  for (const DocumentSchema& schema : DocumentSchemas()) {
    const Json json = SchemaOf(schema.name);
    CAPTURE(schema.name);
    CHECK(json["additionalProperties"] == false);
    CHECK(json["patternProperties"].contains("^x-"));
    CHECK(json["properties"]["kind"]["enum"] == Json::array({schema.kind}));
    const std::set<std::string> required = json["required"];
    CHECK(required.count("apiVersion") == 1);
    CHECK(required.count("kind") == 1);
  }
}

TEST_CASE("of the rules by id those that may have a level are offered, and by name all", "[schema]") {
  const Json gateway = SchemaOf("gateway");
  const Json& levels = gateway["properties"]["lint"]["properties"]["levels"];
  const std::regex pattern(levels["propertyNames"]["pattern"].get<std::string>());
  for (const Rule& rule : Rules()) {
    CAPTURE(rule.id);
    const bool advice = rule.id.substr(0, 3) > "QG2";
    CHECK(std::regex_match(std::string(rule.id), pattern) == advice);
    CHECK(std::regex_match(std::string(rule.alias), pattern));
  }
}

TEST_CASE("schemas are found by name and by kind", "[schema]") {
  CHECK(FindDocumentSchema("test") == FindDocumentSchema("ReportTest"));
  CHECK(FindDocumentSchema("reports") == nullptr);
  CHECK(FindDocumentSchema("") == nullptr);
}

}  // namespace
}  // namespace querygate
