#include <algorithm>
#include <set>

#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"

namespace querygate::compiling {
namespace {

constexpr std::string_view kDefaultNone = "not_found";
constexpr std::string_view kDefaultMany = "ambiguous_result";

void CheckName(ReportContext& context, const Located<std::string>& name, std::set<std::string>& seen) {
  if (!IsSnakeCase(name.value)) {
    context.Find("invalid-value", name.position, Quoted(name.value) + " is not a query name",
                 "query names match [a-z][a-z0-9_]*, at most 64 characters");
  }
  if (!seen.insert(name.value).second) {
    context.Find("duplicate-name", name.position, "query " + Quoted(name.value) + " is declared twice",
                 "rename one of the two");
  }
}

// The largest number of rows a caller can ask for, or nothing when the parameter leaves it open.
std::optional<std::int64_t> LargestValue(const ParameterSpec& spec) {
  std::optional<std::int64_t> largest;
  if (spec.max) {
    if (const auto* max = std::get_if<std::int64_t>(&*spec.max)) largest = *max;
  }
  for (const TypedChoice& choice : spec.choices) {
    const auto* member = std::get_if<std::int64_t>(&choice.value);
    if (member != nullptr && !spec.max) largest = std::max(largest.value_or(*member), *member);
  }
  return largest;
}

bool AlwaysPositive(const ParameterSpec& spec) {
  const auto positive = [](const TypedValue& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    return number != nullptr && *number >= 1;
  };
  if (spec.min && positive(*spec.min)) return true;
  return !spec.choices.empty() && std::all_of(spec.choices.begin(), spec.choices.end(),
                                              [&](const TypedChoice& choice) { return positive(choice.value); });
}

void CheckAgainstBudget(ReportContext& context, SourcePosition position, std::int64_t max) {
  const std::int64_t budget = context.report.budget.source_rows;
  if (context.inputs.limits == nullptr || max <= budget) return;
  context.Find("budget-widened", position,
               std::to_string(max) + " rows are more than the budget's source_rows of " + std::to_string(budget),
               "lower the maximum, or name limits that allow more");
}

void CompileMaximum(ReportContext& context, const Located<std::int64_t>& max, RowsRule& rows) {
  if (max.value < 1) {
    context.Find("invalid-rows", max.position, "a query gives at least one row at most", "write a positive `max`");
    return;
  }
  CheckAgainstBudget(context, max.position, max.value);
  rows.max = max.value;
}

void CompileMaximum(ReportContext& context, const Located<std::string>& parameter, RowsRule& rows) {
  const std::optional<std::size_t> index = context.UseParameter(parameter.value);
  if (!index) {
    context.Find("invalid-rows", parameter.position, Quoted(parameter.value) + " is neither a number nor a parameter",
                 NameHelp(parameter.value, context.ParameterNames(), "parameters"));
    return;
  }
  rows.max = *index;
  const ParameterSpec& spec = context.report.parameters[*index];
  const bool usable = spec.type == ScalarType::kInteger && !spec.list && !spec.optional;
  const std::optional<std::int64_t> largest = LargestValue(spec);
  if (!usable || !largest || !AlwaysPositive(spec)) {
    context.Find("invalid-rows", parameter.position, "parameter " + Quoted(parameter.value) + " cannot limit the rows",
                 "it must be a single, required integer with `min: 1` or more and a `max`");
    return;
  }
  CheckAgainstBudget(context, parameter.position, *largest);
}

std::string CompileReason(ReportContext& context, const std::optional<Located<std::string>>& reason, bool applies,
                          std::string_view key, std::string_view fallback) {
  if (!reason) return applies ? std::string(fallback) : std::string();
  if (!applies) {
    context.Find("misplaced-key", reason->position, Quoted(key) + " does not belong to this row rule",
                 "`none` and `many` belong to `exactly: 1`, `many` to `at_most: 1`");
    return {};
  }
  if (!IsSnakeCase(reason->value)) {
    context.Find("invalid-reason", reason->position, Quoted(reason->value) + " is not a reason",
                 "reasons match [a-z][a-z0-9_]*, at most 64 characters");
  }
  return reason->value;
}

}  // namespace

void CompileRows(ReportContext& context, const QueryDeclaration& declaration, CompiledQuery& query) {
  using Mode = RowsDeclaration::Mode;
  const RowsDeclaration& declared = declaration.rows;
  RowsRule& rows = query.rows;
  rows.mode = declared.mode;
  if (declared.mode == Mode::kMany) {
    rows.truncate = declared.truncate;
    std::visit([&](const auto& max) { CompileMaximum(context, max, rows); }, declared.max);
  }
  rows.none_reason = CompileReason(context, declared.none, declared.mode == Mode::kExactlyOne, "none", kDefaultNone);
  rows.many_reason = CompileReason(context, declared.many, declared.mode != Mode::kMany, "many", kDefaultMany);
}

// Only earlier queries are in the report when this runs, so that no bind can point forward or at itself.
void CompileBinds(ReportContext& context, const QueryDeclaration& declaration, CompiledQuery& query) {
  for (const BindDeclaration& declared : declaration.binds) {
    if (!IsSnakeCase(declared.name.value) || declared.name.value.find("__") != std::string::npos) {
      context.Find("invalid-value", declared.name.position, Quoted(declared.name.value) + " is not a bind name",
                   "bind names match [a-z][a-z0-9_]* without `__`, at most 64 characters");
    }
    const auto same = [&](const BindSpec& other) { return other.name == declared.name.value; };
    if (context.report.FindParameter(declared.name.value) ||
        std::any_of(query.binds.begin(), query.binds.end(), same)) {
      context.Find("duplicate-name", declared.name.position,
                   Quoted(declared.name.value) + " already names a parameter or bind",
                   "parameters and binds share one namespace; rename the bind");
    }
    BindSpec bind{declared.name.value, 0, 0};
    const std::optional<std::size_t> earlier = context.UseQuery(declared.query.value);
    if (!earlier) {
      context.Find("invalid-bind", declared.query.position, Quoted(declared.query.value) + " is not an earlier query",
                   NameHelp(declared.query.value, context.QueryNames(), "earlier queries"));
    } else {
      const CompiledQuery& origin = context.report.queries[*earlier];
      bind.query = *earlier;
      if (origin.rows.mode != RowsDeclaration::Mode::kExactlyOne) {
        context.Find("invalid-bind", declared.query.position,
                     "query " + Quoted(origin.name) + " does not give exactly one row",
                     "bind only from a query with `rows: { exactly: 1 }`");
      }
      if (const auto column = FindColumn(origin, declared.column.value)) {
        bind.column = *column;
      } else {
        context.Find("invalid-bind", declared.column.position,
                     "query " + Quoted(origin.name) + " has no column " + Quoted(declared.column.value),
                     NameHelp(declared.column.value, ColumnNames(origin), "columns"));
      }
    }
    query.binds.push_back(std::move(bind));
  }
}

void CompileQueries(ReportContext& context) {
  context.used_queries.assign(context.declaration.queries.size(), false);
  std::set<std::string> seen;
  for (const QueryDeclaration& declaration : context.declaration.queries) {
    CompiledQuery query;
    query.name = declaration.name.value;
    query.position = declaration.name.position;
    CheckName(context, declaration.name, seen);
    CompileColumns(context, declaration, query);
    CompileRows(context, declaration, query);
    CompileBinds(context, declaration, query);
    CompileSql(context, declaration, query);
    query.needs_order = query.rows.mode == RowsDeclaration::Mode::kMany && query.rows.truncate;
    context.report.queries.push_back(std::move(query));
  }
  if (context.report.queries.empty()) {
    context.Find("missing-key", context.declaration.source.position, "the report has no queries",
                 "add `queries:` with at least one statement");
  }
}

}  // namespace querygate::compiling
