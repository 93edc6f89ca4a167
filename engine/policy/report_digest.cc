#include "engine/policy/compile_stages.h"
#include "engine/policy/digest_writer.h"

namespace querygate::compiling {
namespace {

// Counts changes of what the engine itself promises about a compiled report: a receipt's digest then tells
// answers given under different engines apart.
constexpr std::string_view kEngineContract = "querygate/v1 engine contract 1";

void Write(DigestWriter& out, const Allowlist& allowlist) {
  out.Size(allowlist.tables().size());
  for (const auto& [table, entry] : allowlist.tables()) {
    out.Text(table).Size(entry.columns.size());
    for (const auto& [column, grant] : entry.columns) out.Text(column);
  }
  out.Size(allowlist.functions().size());
  for (const auto& [function, grant] : allowlist.functions()) out.Text(function);
  out.Flag(allowlist.recursion() != nullptr);
}

void Write(DigestWriter& out, const std::vector<RowScope>& scopes) {
  out.Size(scopes.size());
  for (const RowScope& scope : scopes) {
    out.Text(FoldName(scope.table)).Size(scope.columns.size());
    for (const auto& [column, name] : scope.columns) out.Text(FoldName(column)).Text(name);
  }
}

void Write(DigestWriter& out, const Budget& budget) {
  out.Number(budget.deadline.count()).Number(budget.lock_wait.count()).Number(budget.vm_steps);
  out.Number(budget.source_rows).Number(budget.groups).Number(budget.result_bytes);
  out.Number(budget.value_bytes).Number(budget.sql_bytes).Number(budget.memory);
}

// The options that parameters and columns share.
template <typename Spec>
void WriteDomain(DigestWriter& out, const Spec& spec) {
  out.Size(spec.choices.size());
  for (const TypedChoice& choice : spec.choices) out.Typed(choice.value);
  out.Flag(spec.pattern != nullptr);
  if (spec.pattern != nullptr) out.Text(spec.pattern->expression());
  out.Maybe(spec.min_length).Maybe(spec.max_length).Maybe(spec.min).Maybe(spec.max);
  out.Number(spec.precision).Number(spec.scale).Choice(spec.store);
}

void Write(DigestWriter& out, const ParameterSpec& spec) {
  out.Text(spec.name).Choice(spec.type).Flag(spec.list).Number(spec.max_items).Flag(spec.optional);
  out.Flag(spec.from_scope);
  if (spec.loggable) out.Text("loggable");
  WriteDomain(out, spec);
  out.Flag(spec.default_value.has_value());
  if (spec.default_value) {
    out.Flag(spec.default_value->relative.has_value());
    if (const auto& relative = spec.default_value->relative) out.Flag(relative->today).Number(relative->days);
    out.Size(spec.default_value->values.size());
    for (const TypedValue& value : spec.default_value->values) out.Typed(value);
  }
  out.Text(spec.missing_reason).Text(spec.invalid_reason);
}

void Write(DigestWriter& out, const ColumnSpec& spec) {
  out.Text(spec.name).Choice(spec.type).Flag(spec.nullable);
  WriteDomain(out, spec);
  out.Flag(spec.as_decimal_string).Text(spec.missing_reason).Text(spec.type_reason).Text(spec.range_reason);
}

void Write(DigestWriter& out, const CompiledStatement& statement) {
  out.Text(statement.variant).Text(statement.sql).Size(statement.slots.size());
  for (const Slot& slot : statement.slots) {
    out.Text(slot.sql_name).Flag(slot.bind).Size(slot.index).Size(slot.item);
  }
}

void Write(DigestWriter& out, const RowsRule& rows) {
  out.Choice(rows.mode).Size(rows.max.index());
  std::visit([&out](auto max) { out.Number(static_cast<std::int64_t>(max)); }, rows.max);
  out.Flag(rows.truncate).Text(rows.none_reason).Text(rows.many_reason);
}

void Write(DigestWriter& out, const CompiledQuery& query) {
  out.Text(query.name).Size(query.statements.size());
  for (const CompiledStatement& statement : query.statements) Write(out, statement);
  out.Flag(query.variant_parameter.has_value()).Size(query.variant_parameter.value_or(0));
  out.Size(query.binds.size());
  for (const BindSpec& bind : query.binds) out.Text(bind.name).Size(bind.query).Size(bind.column);
  Write(out, query.rows);
  out.Size(query.columns.size());
  for (const ColumnSpec& column : query.columns) Write(out, column);
  out.Flag(query.needs_order);
}

void Write(DigestWriter& out, const GroupSpec& group) {
  out.Size(group.query).Size(group.by.size());
  for (const std::size_t column : group.by) out.Size(column);
  out.Number(group.max_groups).Size(group.columns.size());
  for (const GroupColumnSpec& column : group.columns) {
    out.Choice(column.kind).Text(column.name).Size(column.input).Flag(column.count_rows).Flag(column.skip_nulls);
    out.Maybe(column.min).Maybe(column.max).Flag(column.as_decimal_string).Text(column.reason);
  }
  out.Size(group.order_by.size());
  for (const GroupOrder& order : group.order_by) out.Size(order.column).Flag(order.descending);
}

void Write(DigestWriter& out, const CoverageRule& coverage) {
  out.Flag(coverage.window.has_value());
  if (coverage.window) out.Size(coverage.window->first).Size(coverage.window->second);
  out.Flag(coverage.as_of.has_value()).Size(coverage.as_of.value_or(0));
  out.Flag(coverage.watermark.has_value());
  if (coverage.watermark) out.Size(coverage.watermark->first).Size(coverage.watermark->second);
  out.Size(coverage.absent.size());
  for (const CoverageRule::Absent& absent : coverage.absent) {
    out.Size(absent.query).Size(absent.where.size());
    for (const auto& [column, value] : absent.where) out.Size(column).Typed(value);
    out.Text(absent.say);
  }
  out.Size(coverage.notes.size());
  for (const std::string& note : coverage.notes) out.Text(note);
}

void Write(DigestWriter& out, const ResultPlan& result) {
  out.Flag(result.record).Size(result.parts.size());
  for (const ResultPlan::Part& part : result.parts) {
    out.Text(part.name).Size(part.content.index());
    if (const auto* query = std::get_if<std::size_t>(&part.content)) out.Size(*query);
    if (const auto* group = std::get_if<GroupSpec>(&part.content)) Write(out, *group);
  }
  out.Flag(result.coverage.has_value());
  if (result.coverage) Write(out, *result.coverage);
}

// Nothing where there are no such tables: the digests of databases do not depend on what files have.
void WriteFiles(DigestWriter& out, const CompiledSource& source) {
  if (source.tables.empty()) return;
  out.Text("files").Size(source.tables.size());
  for (const FileTable& table : source.tables) {
    out.Text(table.name).Choice(table.format).Flag(table.header).Size(table.columns.size());
    for (const FileColumn& column : table.columns) {
      out.Text(column.name).Choice(column.type).Flag(column.nullable).Number(column.precision).Number(column.scale);
      out.Choice(column.store).Text(column.field).Size(column.position).Flag(column.folder);
    }
  }
  const InputLimits& limits = source.inputs;
  out.Number(limits.files).Number(limits.bytes).Number(limits.expanded_bytes).Number(limits.rows);
  out.Number(limits.nesting).Number(limits.value_bytes);
}

}  // namespace

std::string DigestOf(const CompiledSource& source) {
  DigestWriter out;
  out.Text(kEngineContract).Text(source.name).Text(source.backend);
  Write(out, source.ceiling);
  Write(out, source.row_scope);
  out.Size(source.large.size());
  for (const std::string& table : source.large) out.Text(FoldName(table));
  out.Text(source.schema_sql);
  WriteFiles(out, source);
  return out.Finish();
}

std::string DigestOf(const CompiledReport& report) {
  DigestWriter out;
  out.Text(kEngineContract).Text(report.id).Text(report.source->digest);
  out.Choice(report.status).Text(report.replaced_by);
  Write(out, report.budget);
  Write(out, report.allowlist);
  Write(out, report.row_scope);
  out.Size(report.parameters.size());
  for (const ParameterSpec& spec : report.parameters) Write(out, spec);
  out.Size(report.windows.size());
  for (const WindowRule& window : report.windows) {
    out.Size(window.start).Size(window.end).Maybe(window.max_milliseconds).Flag(window.closed);
  }
  out.Size(report.queries.size());
  for (const CompiledQuery& query : report.queries) Write(out, query);
  Write(out, report.result);
  return out.Finish();
}

}  // namespace querygate::compiling
