#include <algorithm>

#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"
#include "engine/policy/sql_slots.h"

namespace querygate::compiling {
namespace {

std::vector<std::string> ChoiceSpellings(const ParameterSpec& spec) {
  std::vector<std::string> names;
  names.reserve(spec.choices.size());
  for (const TypedChoice& choice : spec.choices) names.push_back(choice.spelling);
  return names;
}

// One statement for each member of the enum and none besides: every choice a caller has is a statement that
// was reviewed, and every statement can be reached.
void CheckVariants(ReportContext& context, const SqlDeclaration& sql, const ParameterSpec& spec) {
  const std::vector<std::string> members = ChoiceSpellings(spec);
  for (std::size_t index = 0; index < sql.variants.size(); ++index) {
    const Located<std::string>& value = sql.variants[index].value;
    if (std::find(members.begin(), members.end(), value.value) == members.end()) {
      context.Find("invalid-variant", value.position,
                   Quoted(value.value) + " is not a value of parameter " + Quoted(spec.name),
                   NameHelp(value.value, members, "values"));
    }
    for (std::size_t earlier = 0; earlier < index; ++earlier) {
      if (sql.variants[earlier].value.value != value.value) continue;
      context.Find("duplicate-name", value.position, "variant " + Quoted(value.value) + " is declared twice",
                   "remove one of the two");
    }
  }
  for (const std::string& member : members) {
    const auto has = [&member](const SqlDeclaration::Variant& variant) { return variant.value.value == member; };
    if (std::any_of(sql.variants.begin(), sql.variants.end(), has)) continue;
    context.Find("invalid-variant", sql.by->position,
                 "no variant for the value " + Quoted(member) + " of parameter " + Quoted(spec.name),
                 "add it under `variants`, or remove it from the enum");
  }
}

void CompileChoice(ReportContext& context, const SqlDeclaration& sql, CompiledQuery& query) {
  const std::optional<std::size_t> index = context.UseParameter(sql.by->value);
  if (!index) {
    context.Find("invalid-variant", sql.by->position, Quoted(sql.by->value) + " is not a parameter",
                 NameHelp(sql.by->value, context.ParameterNames(), "parameters"));
    return;
  }
  query.variant_parameter = *index;
  const ParameterSpec& spec = context.report.parameters[*index];
  if (spec.type != ScalarType::kString || spec.choices.empty() || spec.list || spec.optional) {
    context.Find("invalid-variant", sql.by->position, "parameter " + Quoted(spec.name) + " cannot pick a statement",
                 "it must be a single, required string with an `enum`");
    return;
  }
  CheckVariants(context, sql, spec);
}

}  // namespace

void CompileSql(ReportContext& context, const QueryDeclaration& declaration, CompiledQuery& query) {
  const SqlDeclaration& sql = declaration.sql;
  if (sql.by) {
    CompileChoice(context, sql, query);
  } else if (sql.variants.size() != 1) {
    context.Find("invalid-variant", declaration.name.position,
                 "query " + Quoted(query.name) + " has " + std::to_string(sql.variants.size()) + " statements",
                 "write one statement, or `sql: { by: PARAMETER, variants: … }`");
  }
  std::vector<bool> used_binds(query.binds.size(), false);
  for (const SqlDeclaration::Variant& variant : sql.variants) {
    CompiledStatement statement = ExpandSql(context, query, variant.text, used_binds);
    statement.variant = variant.value.value;
    const auto bytes = static_cast<std::int64_t>(statement.sql.size());
    if (context.inputs.limits != nullptr && bytes > context.report.budget.sql_bytes) {
      context.Find("sql-too-long", variant.text.position,
                   "the SQL takes " + std::to_string(bytes) + " bytes with its lists expanded",
                   "the budget's sql_bytes are " + std::to_string(context.report.budget.sql_bytes) +
                       "; shorten it, or lower a list's `max_items`");
    }
    query.statements.push_back(std::move(statement));
  }
  for (std::size_t index = 0; index < query.binds.size(); ++index) {
    if (used_binds[index]) continue;
    const Located<std::string>& name = declaration.binds[index].name;
    context.Find("unused-parameter", name.position, "bind " + Quoted(name.value) + " is used nowhere",
                 "use `:" + name.value + "` in this query, or remove the bind");
  }
}

}  // namespace querygate::compiling
