#include <set>

#include "engine/policy/compile_stages.h"
#include "engine/policy/json_number.h"
#include "engine/policy/names.h"
#include "engine/policy/value_domain.h"

namespace querygate::compiling {
namespace {

void CheckName(ReportContext& context, const Located<std::string>& name, std::set<std::string>& seen) {
  if (!IsSnakeCase(name.value)) {
    context.Find("invalid-value", name.position, Quoted(name.value) + " is not a column name",
                 "result columns match [a-z][a-z0-9_]*, at most 64 characters; rename with AS in the SQL");
  }
  if (!seen.insert(name.value).second) {
    context.Find("duplicate-name", name.position, "column " + Quoted(name.value) + " is declared twice",
                 "remove one of the two");
  }
}

void CompileEncoding(ReportContext& context, const ColumnDeclaration& declared, ColumnSpec& spec) {
  if (declared.decimal_string && declared.type != ColumnType::kInteger && declared.type != ColumnType::kDecimal) {
    context.Find("invalid-type-option", declared.type_position,
                 "`encode: decimal_string` belongs to integers and decimals",
                 "remove `encode` from column " + Quoted(spec.name));
  }
  if (declared.type != ColumnType::kInteger) return;
  spec.as_decimal_string = declared.decimal_string || !FitsJsonNumber(spec);
}

void CompileReasonsOf(ReportContext& context, const ColumnDeclaration& declared, ColumnSpec& spec) {
  spec.missing_reason = "missing_" + spec.name;
  spec.type_reason = "invalid_" + spec.name + "_type";
  spec.range_reason = "invalid_" + spec.name + "_range";
  if (!declared.reason) return;
  if (!IsSnakeCase(declared.reason->value)) {
    context.Find("invalid-reason", declared.reason->position, Quoted(declared.reason->value) + " is not a reason",
                 "reasons match [a-z][a-z0-9_]*, at most 64 characters");
    return;
  }
  spec.missing_reason = spec.type_reason = spec.range_reason = declared.reason->value;
}

}  // namespace

void CompileColumns(ReportContext& context, const QueryDeclaration& declaration, CompiledQuery& query) {
  if (declaration.columns.empty()) {
    context.Find("missing-key", declaration.name.position,
                 "query " + Quoted(declaration.name.value) + " declares no columns",
                 "declare every column of its SELECT with its type");
  }
  std::set<std::string> seen;
  for (const ColumnDeclaration& declared : declaration.columns) {
    ColumnSpec spec;
    spec.name = declared.name.value;
    spec.type = declared.type;
    spec.documentation = declared.documentation;
    spec.nullable = declared.nullable;
    CheckName(context, declared.name, seen);
    AssignDomain(
        CompileDomain(context, DomainTypeOf(declared.type), BorrowDomain("column " + Quoted(spec.name), declared)),
        spec);
    CompileEncoding(context, declared, spec);
    CompileReasonsOf(context, declared, spec);
    query.columns.push_back(std::move(spec));
  }
}

}  // namespace querygate::compiling
