#include "engine/review/draft/survey_report.h"

#include <utility>

namespace querygate::draft {

Allowlist AllowEverything(const SchemaSurvey& schema) {
  Allowlist allowlist;
  for (const SurveyedTable& table : schema.tables) {
    allowlist.AllowTable(table.name, {});
    for (const SurveyedColumn& column : table.columns) allowlist.AllowColumn(table.name, column.name, {});
    if (table.has_rowid) allowlist.AllowColumn(table.name, "rowid", {});
  }
  for (const std::string& function : schema.functions) allowlist.AllowFunction(function, {});
  allowlist.AllowRecursion({});
  return allowlist;
}

Allowlist AllowUses(std::span<const AccessUse> uses) {
  Allowlist allowlist;
  for (const AccessUse& use : uses) {
    switch (use.kind) {
      case AccessUse::Kind::kTable:
        allowlist.AllowTable(use.object, {});
        break;
      case AccessUse::Kind::kColumn:
        allowlist.AllowTable(use.object, {});
        allowlist.AllowColumn(use.object, use.column, {});
        break;
      case AccessUse::Kind::kFunction:
        allowlist.AllowFunction(use.object, {});
        break;
      case AccessUse::Kind::kRecursion:
        allowlist.AllowRecursion({});
        break;
    }
  }
  return allowlist;
}

std::shared_ptr<const CompiledReport> MakeSurveyReport(const std::shared_ptr<const CompiledSource>& source,
                                                       const std::string& sql, const StatementSurvey& statement,
                                                       Allowlist allowlist) {
  auto report = std::make_shared<CompiledReport>();
  report->id = "draft";
  report->source = source;
  for (const RowScope& scope : source->row_scope) {
    if (allowlist.FindTable(scope.table) != nullptr) report->row_scope.push_back(scope);
  }
  report->allowlist = std::move(allowlist);
  CompiledStatement prepared;
  prepared.sql = sql;
  for (const ParameterFacts& facts : statement.parameters) {
    ParameterSpec parameter;
    parameter.name = facts.name;
    prepared.slots.push_back({":" + facts.name, false, report->parameters.size(), 0});
    report->parameters.push_back(std::move(parameter));
  }
  CompiledQuery query;
  query.name = "rows";
  query.statements.push_back(std::move(prepared));
  query.needs_order = true;
  report->queries.push_back(std::move(query));
  report->digest = "draft " + source->name;
  return report;
}

std::shared_ptr<const CompiledSource> MakeSurveySource(const std::string& name, std::string schema_sql) {
  auto source = std::make_shared<CompiledSource>();
  source->name = name;
  source->backend = "sqlite";
  source->schema_sql = std::move(schema_sql);
  return source;
}

}  // namespace querygate::draft
