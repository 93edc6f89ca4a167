#include "text_fixture.h"

#include <memory>
#include <stdexcept>
#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/text_rules.h"

namespace querygate::sqlite {

Schema SchemaOf(const std::string& ddl) {
  sqlite3* raw = nullptr;
  sqlite3_open(":memory:", &raw);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> connection(raw, &sqlite3_close);
  sqlite3_create_collation(raw, "custc", SQLITE_UTF8, nullptr,
                           [](void*, int a, const void*, int b, const void*) { return a - b; });
  char* message = nullptr;
  if (sqlite3_exec(raw, ddl.c_str(), nullptr, nullptr, &message) != SQLITE_OK) {
    std::string text = message == nullptr ? "out of memory" : message;
    sqlite3_free(message);
    throw std::runtime_error(text);
  }
  Authorizer authorizer;
  auto schema = ReadSchema(raw, authorizer);
  if (!schema) throw std::runtime_error(schema.error().message);
  return std::move(*schema);
}

CompiledReport ReportOver(const Tables& tables) {
  CompiledReport report;
  for (const auto& [table, columns] : tables) {
    report.allowlist.AllowTable(table, {});
    for (const std::string& column : columns) report.allowlist.AllowColumn(table, column, {});
  }
  return report;
}

std::vector<Violation> FindingsOf(const std::string& sql, const Schema& schema, const Tables& tables,
                                  bool needs_order) {
  CompiledQuery query;
  query.needs_order = needs_order;
  CompiledStatement statement;
  statement.sql = sql;
  return CheckText(ReportOver(tables), query, statement, schema);
}

std::string RulesOf(const std::vector<Violation>& violations) {
  std::string rules;
  for (const Violation& violation : violations) {
    if ((" " + rules + " ").find(" " + violation.rule + " ") != std::string::npos) continue;
    rules += (rules.empty() ? "" : " ") + violation.rule;
  }
  return rules;
}

}  // namespace querygate::sqlite
