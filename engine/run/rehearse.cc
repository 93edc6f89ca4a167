#include "engine/run/rehearse.h"

#include <utility>

namespace querygate {

std::string ComplaintOf(const Inspection& inspection) {
  std::string text;
  for (const auto& query : inspection.queries) {
    for (const StatementFacts& statement : query) {
      for (const Violation& violation : statement.violations) {
        if (!text.empty()) text += "; ";
        text += violation.rule + ": " + violation.message;
      }
    }
  }
  return text;
}

std::optional<Failure> Rehearse(const std::shared_ptr<const CompiledReport>& report, AttachedSource& source,
                                const CallContext& context) {
  auto inspection = source.Inspect(report, context);
  if (!inspection) return std::move(inspection).error();
  if (inspection->clean()) return std::nullopt;
  return Failure{"schema_drift", ComplaintOf(*inspection)};
}

}  // namespace querygate
