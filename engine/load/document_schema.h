// JSON Schemas of the declaration language, for editors. Generated from the tables that the loaders read by.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace querygate {

struct DocumentSchema {
  std::string_view name;   // "report": of `querygate schema report` and docs/schema/report.schema.json
  std::string_view kind;   // "Report"
  std::string_view place;  // where such documents are: "reports/**/NAME.yaml"
};

// In the order of the design: report, test, source, limits, access, gateway.
std::span<const DocumentSchema> DocumentSchemas();

// By name or kind; null when there is none.
const DocumentSchema* FindDocumentSchema(std::string_view name_or_kind);

// Draft 07, which editors know best. Indented, newline-terminated, the same for every call.
std::string DocumentSchemaJson(const DocumentSchema& schema);

}  // namespace querygate
