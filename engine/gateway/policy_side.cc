#include "engine/gateway/policy_side.h"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/lint/lint.h"

namespace querygate {
namespace {

// Collects what is wrong; only errors matter here, advice is for `lint`.
class Errors {
 public:
  void Add(const Diagnostics& diagnostics) {
    for (const Diagnostic& diagnostic : diagnostics) {
      if (diagnostic.severity == Severity::kError) errors_.push_back(diagnostic);
    }
  }
  bool any() const { return !errors_.empty(); }
  Diagnostics Take() && {
    SortDiagnostics(errors_);
    errors_.erase(std::unique(errors_.begin(), errors_.end()), errors_.end());  // a shared policy is reported once
    return std::move(errors_);
  }

 private:
  Diagnostics errors_;
};

void ReadReport(Library& library, const std::string& id, const Compiled<AccessRules>& access, review::PolicySide& side,
                Errors& errors) {
  const auto compiled = library.Report(id);
  errors.Add(compiled.diagnostics);
  if (!compiled.value) return;
  auto inspection = library.BackendOf(*compiled.value->source).InspectSchema(*compiled.value);
  if (!inspection) {
    const SourceDeclaration& source = *compiled.value->source->declaration;
    errors.Add({MakeDiagnostic("invalid-schema", *source.text, source.schema.position, inspection.error().cause,
                               "the schema snapshot must be plain DDL that creates the source's tables")});
    return;
  }
  if (!inspection->clean()) errors.Add(LintReport(*compiled.value, *inspection));
  if (access.value) {
    errors.Add(CheckNarrowings(*access.value, *compiled.value));
    errors.Add(CheckScopeNames(*access.value, *compiled.value));
  }
  side.reports.emplace(id, review::ReviewedReport{compiled.value, *std::move(inspection)});
}

}  // namespace

Expected<review::PolicySide, Unusable> ReadPolicySide(Library& library) {
  review::PolicySide side;
  Errors errors;
  const Catalog& catalog = library.catalog();
  Diagnostics found;
  const std::vector<std::string> ids = catalog.ReportIds(found);
  const auto access = library.Access();
  errors.Add(access.diagnostics);
  if (access.value) {
    side.access = *access.value;
    errors.Add(CheckAccessedReports(*access.value, ids));
  }
  for (const std::string& name : catalog.LimitsNames()) errors.Add(library.Limits(name).diagnostics);
  for (const std::string& name : catalog.SourceNames()) {
    const auto source = library.Source(name);
    errors.Add(source.diagnostics);
    if (source.value) side.sources.emplace(name, source.value);
  }
  for (const std::string& id : ids) ReadReport(library, id, access, side, errors);
  errors.Add(found);
  if (errors.any()) return Unexpected(Unusable{{}, {}, std::move(errors).Take()});
  return side;
}

}  // namespace querygate
