#include <algorithm>
#include <set>
#include <string>

#include "engine/backend/sqlite/declared.h"
#include "engine/backend/sqlite/gate.h"

namespace querygate::sqlite {
namespace {

constexpr std::string_view kEncoding = "UTF-8";

void Report(std::vector<Violation>& violations, std::string_view rule, std::string message, std::string subject,
            std::string_view help) {
  violations.push_back({.rule = std::string(rule),
                        .message = std::move(message),
                        .help = std::string(help),
                        .offset = std::nullopt,
                        .subject = std::move(subject)});
}

void CheckColumns(const SchemaObject& object, const AccessPolicy& policy, const Allowlist::Table& table,
                  std::vector<Violation>& violations) {
  for (const auto& [name, grant] : table.columns) {
    const std::string& folded = name;  // a lambda of an older compiler cannot take the binding
    const auto column = std::find_if(object.columns.begin(), object.columns.end(),
                                     [&](const SchemaColumn& candidate) { return SameName(candidate.name, folded); });
    if (column == object.columns.end()) {
      const bool rowid = folded == "rowid" && object.kind == SchemaObject::Kind::kTable && !object.without_rowid;
      if (!rowid)
        Report(violations, "unknown-column", object.name + " has no column " + grant.spelling,
               object.name + "." + grant.spelling, "check the spelling against the schema");
      continue;
    }
    const auto missing = UndeclaredSources(policy, object, *column);
    if (!missing.empty()) violations.push_back(GeneratedSourceViolation(object, *column, missing));
  }
}

}  // namespace

std::vector<Violation> CheckDeclaredObjects(const Schema& schema, const AccessPolicy& policy,
                                            const CompiledReport& report) {
  std::vector<Violation> violations;
  if (schema.encoding != kEncoding)
    Report(violations, "text-encoding", "the database stores text as " + schema.encoding + ", not as UTF-8", "encoding",
           "text would be ordered by other rules than the contract's; convert the database");
  std::set<std::string> scoped;
  for (const ScopedAccess& access : policy.scoped) scoped.insert(access.table);
  const std::set<std::string> over_scoped = ViewsReaching(schema, scoped);

  for (const auto& [folded, table] : report.allowlist.tables()) {
    const SchemaObject* object = schema.Find(folded);
    const std::string& spelling = table.grant.spelling;
    if (object == nullptr) {
      Report(violations, "unknown-table", "the schema has no table or view " + spelling, spelling,
             "check the spelling against the schema");
      continue;
    }
    if (object->kind == SchemaObject::Kind::kVirtualTable) {
      Report(violations, "virtual-table", spelling + " is a virtual table", spelling, "list an ordinary table");
      continue;
    }
    if (over_scoped.contains(folded))
      Report(violations, "view-over-scoped", "the view " + spelling + " reads a table with row scope", spelling,
             "list the table itself");
    if (std::any_of(object->columns.begin(), object->columns.end(),
                    [](const SchemaColumn& column) { return column.name.empty(); }))
      Report(violations, "empty-column-name", spelling + " has a column without a name", spelling,
             "the database reports such a column like a count of rows; rename it");
    CheckColumns(*object, policy, table, violations);
  }
  return violations;
}

}  // namespace querygate::sqlite
