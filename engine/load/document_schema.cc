#include "engine/load/document_schema.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "engine/load/document_tables.h"
#include "engine/load/load_document.h"

namespace querygate {

namespace {

using Json = nlohmann::ordered_json;

constexpr auto kSchemas = std::to_array<DocumentSchema>({
    {"report", "Report", "reports/**/NAME.yaml"},
    {"test", "ReportTest", "reports/**/NAME.test.yaml"},
    {"fixture", "Fixture", "reports/**/NAME.fixture.yaml"},
    {"source", "Source", "policies/sources/NAME.yaml"},
    {"limits", "Limits", "policies/limits/NAME.yaml"},
    {"access", "Access", "policies/access.yaml"},
    {"gateway", "Gateway", "querygate.yaml"},
});

// In the order of kSchemas.
constexpr auto kDocuments = std::to_array<ValueSchema (*)()>({
    &ReportDocument,
    &ReportTestDocument,
    &FixtureDocument,
    &SourceDocument,
    &LimitsDocument,
    &AccessDocument,
    &GatewayDocument,
});
static_assert(kSchemas.size() == kDocuments.size());

Json ToJson(const ValueSchema& schema);

void AddBounds(const ValueSchema& schema, Json& json) {
  if (!schema.pattern.empty()) json["pattern"] = schema.pattern;
  if (schema.min_length) json["minLength"] = *schema.min_length;
  if (schema.max_length) json["maxLength"] = *schema.max_length;
  if (schema.min) json["minimum"] = *schema.min;
  if (schema.max) json["maximum"] = *schema.max;
  if (!schema.items.empty()) json["items"] = ToJson(schema.items.front());
  if (schema.distinct) json["uniqueItems"] = true;
  if (schema.min_items) json["minItems"] = *schema.min_items;
  if (schema.max_items) json["maxItems"] = *schema.max_items;
  if (schema.min_members) json["minProperties"] = *schema.min_members;
}

void AddMembers(const ValueSchema& schema, Json& json) {
  if (schema.members.empty() && schema.others.empty()) return;
  Json required = Json::array();
  for (const SchemaMember& member : schema.members) {
    json["properties"][std::string(member.name)] = ToJson(member.schema);
    if (member.required) required.push_back(member.name);
  }
  if (!required.empty()) json["required"] = std::move(required);
  if (!schema.members.empty()) json["patternProperties"]["^x-"] = Json::object();
  if (schema.others.empty()) {
    json["additionalProperties"] = false;
  } else {
    json["additionalProperties"] = ToJson(schema.others.front());
    if (!schema.other_names.empty()) json["propertyNames"]["pattern"] = schema.other_names;
  }
}

void AddAlternatives(const ValueSchema& schema, Json& json) {
  for (const ValueSchema& alternative : schema.any_of) json["anyOf"].push_back(ToJson(alternative));
  for (const std::string_view member : schema.exactly_one) {
    json["oneOf"].push_back(Json{{"required", Json::array({member})}});
  }
}

Json ToJson(const ValueSchema& schema) {
  Json json = Json::object();
  if (!schema.description.empty()) json["description"] = schema.description;
  if (schema.types.size() == 1) json["type"] = schema.types.front();
  if (schema.types.size() > 1) json["type"] = schema.types;
  if (!schema.values.empty()) json["enum"] = schema.values;
  AddBounds(schema, json);
  AddMembers(schema, json);
  AddAlternatives(schema, json);
  return json;
}

// The header's two keys: the loader judges them before it reads anything else.
void SetHeader(ValueSchema& document, std::string_view kind) {
  for (SchemaMember& member : document.members) {
    const bool version = member.name == "apiVersion";
    if (!version && member.name != "kind") continue;
    std::string description = std::move(member.schema.description);
    member.schema = OnlySchema(version ? kApiVersion : kind);
    member.schema.description = std::move(description);
    member.required = true;
  }
}

}  // namespace

std::span<const DocumentSchema> DocumentSchemas() { return kSchemas; }

const DocumentSchema* FindDocumentSchema(std::string_view name_or_kind) {
  const auto* const found = std::find_if(kSchemas.begin(), kSchemas.end(), [&](const DocumentSchema& row) {
    return row.name == name_or_kind || row.kind == name_or_kind;
  });
  return found == kSchemas.end() ? nullptr : found;
}

std::string DocumentSchemaJson(const DocumentSchema& schema) {
  const auto index = static_cast<std::size_t>(&schema - kSchemas.data());
  ValueSchema document = kDocuments.at(index)();
  SetHeader(document, schema.kind);
  Json json;
  json["$schema"] = "http://json-schema.org/draft-07/schema#";
  json["title"] = "querygate " + std::string(schema.kind);
  json["description"] = "The file " + std::string(schema.place);
  json.update(ToJson(document));
  return json.dump(2) + '\n';
}

}  // namespace querygate
