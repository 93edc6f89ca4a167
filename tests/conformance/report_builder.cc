#include "tests/conformance/report_builder.h"

#include <algorithm>

#include "engine/policy/sql_tokens.h"

namespace querygate::testing {

ReportBuilder& ReportBuilder::Table(std::string_view table, const std::vector<std::string>& columns) {
  report_.allowlist.AllowTable(table, {});
  for (const std::string& column : columns) report_.allowlist.AllowColumn(table, column, {});
  return *this;
}

ReportBuilder& ReportBuilder::Function(std::string_view name) {
  report_.allowlist.AllowFunction(name, {});
  return *this;
}

ReportBuilder& ReportBuilder::Recursion() {
  report_.allowlist.AllowRecursion({});
  return *this;
}

ReportBuilder& ReportBuilder::Scope(std::string table, std::vector<std::pair<std::string, std::string>> columns) {
  report_.row_scope.push_back({.table = std::move(table), .columns = std::move(columns)});
  return *this;
}

ReportBuilder& ReportBuilder::Limits(Budget budget) {
  report_.budget = budget;
  return *this;
}

ReportBuilder& ReportBuilder::Query(std::string sql, const std::vector<std::string>& columns) {
  CompiledStatement statement{.sql = std::move(sql)};
  const SqlTokens tokens = TokenizeSql(statement.sql);
  for (const SqlToken& token : tokens.tokens) {
    if (token.kind != SqlToken::Kind::kParameter) continue;
    const std::string name(token.text);
    const bool known = std::any_of(statement.slots.begin(), statement.slots.end(),
                                   [&](const Slot& slot) { return slot.sql_name == name; });
    if (!known) statement.slots.push_back({.sql_name = name, .index = statement.slots.size()});
  }
  CompiledQuery query{.name = "q" + std::to_string(report_.queries.size())};
  query.statements.push_back(std::move(statement));
  for (const std::string& column : columns) query.columns.push_back({.name = column});
  report_.queries.push_back(std::move(query));
  return *this;
}

std::shared_ptr<const CompiledReport> ReportBuilder::Build() const {
  auto source = std::make_shared<CompiledSource>();
  source->name = "test";
  source->schema_sql = schema_sql_;
  source->row_scope = report_.row_scope;
  auto declaration = std::make_shared<ReportDeclaration>();
  declaration->id = "test/report";
  declaration->text = std::make_shared<const SourceText>("report.yaml", "");
  auto report = std::make_shared<CompiledReport>(report_);
  report->id = declaration->id;
  report->declaration = std::move(declaration);
  report->source = std::move(source);
  return report;
}

Expected<Rows, Failure> ReadAll(Snapshot& snapshot, std::size_t query, const std::vector<Value>& values) {
  auto cursor = snapshot.Execute(query, 0, values);
  if (!cursor) return Unexpected(std::move(cursor).error());
  Rows rows;
  for (;;) {
    const auto more = (*cursor)->Next();
    if (!more) return Unexpected(more.error());
    if (!*more) return rows;
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < (*cursor)->column_count(); ++i) row.push_back(Value::Copy((*cursor)->Column(i)));
  }
}

Expected<Rows, Failure> Call(AttachedSource& source, const std::shared_ptr<const CompiledReport>& report,
                             const std::vector<Value>& values, const ScopeValues& scope, const CallContext& context) {
  auto snapshot = source.Begin(report, scope, context);
  if (!snapshot) return Unexpected(std::move(snapshot).error());
  auto rows = ReadAll(**snapshot, 0, values);
  if (!rows) return rows;
  if (auto finished = (*snapshot)->Finish(); !finished) return Unexpected(std::move(finished).error());
  return rows;
}

CallContext Unhurried(const CompiledReport& report) {
  return {.now = {.seconds = 1'767'312'000},
          .deadline = {std::chrono::steady_clock::now() + std::chrono::hours(1)},
          .budget = report.budget};
}

}  // namespace querygate::testing
