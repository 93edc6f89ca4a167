#include <utility>

#include "engine/policy/compile.h"
#include "engine/policy/compile_context.h"
#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"

namespace querygate {
namespace compiling {

void CompileStatus(ReportContext& context) {
  const ReportDeclaration& declaration = context.declaration;
  context.report.status = declaration.status;
  if (declaration.version.value < 1) {
    context.Find("invalid-value", declaration.version.position, "the version must be at least 1",
                 "count versions up from 1");
  }
  if (!declaration.replaced_by) {
    if (declaration.status == ReportStatus::kDeprecated) {
      context.Find("missing-key", declaration.status_position, "a deprecated report names its successor",
                   "add `replaced_by: REPORT`");
    }
    return;
  }
  const Located<std::string>& successor = *declaration.replaced_by;
  if (!IsReportId(successor.value)) {
    context.Find("invalid-value", successor.position, Quoted(successor.value) + " is not a report id",
                 "write the successor's path below the reports folder without `.yaml`, like `parcels/units_by_zone`");
  } else if (successor.value == declaration.id) {
    context.Find("invalid-value", successor.position, "a report cannot be replaced by itself",
                 "name the report that callers should use instead");
  } else if (declaration.status != ReportStatus::kDeprecated && declaration.status != ReportStatus::kRetired) {
    context.Find("misplaced-key", successor.position, "only a deprecated or retired report has a successor",
                 "set `status: deprecated`, or remove `replaced_by`");
  }
  context.report.replaced_by = successor.value;
}

void CheckEverythingUsed(ReportContext& context) {
  for (std::size_t index = 0; index < context.report.parameters.size(); ++index) {
    if (context.used_parameters[index]) continue;
    const ParameterDeclaration& declared = context.declaration.parameters[index];
    context.Find("unused-parameter", declared.name.position,
                 "parameter " + Quoted(declared.name.value) + " is used nowhere",
                 "use `:" + declared.name.value + "` in a query, or remove the parameter");
  }
  for (std::size_t index = 0; index < context.report.queries.size(); ++index) {
    if (context.used_queries[index]) continue;
    const CompiledQuery& query = context.report.queries[index];
    context.Find("unused-query", query.position, "query " + Quoted(query.name) + " is used nowhere",
                 "name it under `result`, bind from it, or remove it");
  }
}

}  // namespace compiling

Compiled<CompiledReport> CompileReport(std::shared_ptr<const ReportDeclaration> declaration,
                                       const CompileInputs& inputs) {
  compiling::ReportContext context(*declaration, inputs);
  context.report.id = declaration->id;
  context.report.declaration = declaration;
  context.report.source = inputs.source;

  compiling::CompileStatus(context);
  compiling::CompileBudget(context);
  compiling::CompileAllowlist(context);
  compiling::CompileParameters(context);
  compiling::CompileWindows(context);
  compiling::CompileQueries(context);
  compiling::CompileResult(context);
  compiling::CompileCoverage(context);
  compiling::CheckEverythingUsed(context);
  compiling::CompileReasons(context);

  Compiled<CompiledReport> compiled;
  compiled.diagnostics = context.findings.Take();
  // Findings of the limits document come first: they stand in another file and explain the rest.
  if (inputs.limits != nullptr) {
    Diagnostics limits = CheckLimits(*inputs.limits);
    compiled.diagnostics.insert(compiled.diagnostics.begin(), std::make_move_iterator(limits.begin()),
                                std::make_move_iterator(limits.end()));
  }
  if (HasErrors(compiled.diagnostics)) return compiled;
  context.report.digest = compiling::DigestOf(context.report);
  compiled.value = std::make_shared<const CompiledReport>(std::move(context.report));
  return compiled;
}

}  // namespace querygate
