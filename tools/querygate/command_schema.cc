// `schema`: JSON Schemas of the declaration language, for editors.
#include "engine/load/document_schema.h"
#include "engine/render/text_table.h"
#include "tools/querygate/command_table.h"
#include "tools/querygate/problem.h"

namespace querygate::cli {

namespace {

std::string SchemaList() {
  TextTable table{{{"name"}, {"kind"}, {"file"}}, {}};
  for (const DocumentSchema& schema : DocumentSchemas()) {
    table.rows.push_back({std::string(schema.name), std::string(schema.kind), std::string(schema.place)});
  }
  return RenderTextTable(table);
}

}  // namespace

std::vector<Option> SchemaOptions() { return {}; }

ExitStatus RunSchema(Context& context) {
  const auto& operands = context.words.operands;
  if (operands.size() > 1)
    return ReportUsage(context, "schema takes one kind of document", "querygate schema lists them");
  if (operands.empty()) {
    context.out = SchemaList();
    return ExitStatus::kOk;
  }
  const DocumentSchema* schema = FindDocumentSchema(operands.front());
  if (schema == nullptr) {
    std::vector<std::string> names;
    for (const DocumentSchema& row : DocumentSchemas()) names.emplace_back(row.name);
    return ReportUsage(context, "there is no kind of document " + operands.front(),
                       Suggestion(operands.front(), names, "querygate schema lists them"));
  }
  context.out = DocumentSchemaJson(*schema);
  return ExitStatus::kOk;
}

}  // namespace querygate::cli
