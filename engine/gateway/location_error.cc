#include "engine/gateway/location_error.h"

namespace querygate {

LocationError Explain(const NoLocation& missing, const std::string& source) {
  switch (missing.why) {
    case NoLocation::Why::kUnsetVariable:
      return Failure{"query_unavailable", "source " + source + ": " + missing.detail};
    case NoLocation::Why::kNoScopeValue:
      return Rejection{RejectionKind::kNotPermitted, "scope_unavailable", source};
    case NoLocation::Why::kNotConfigured:
      break;
  }
  return CallError(Unusable{"no database is configured for the source " + source,
                            "add --source " + source + "=PATH, or name it under `sources` in querygate.yaml",
                            {}});
}

std::optional<Unusable> FindMissingSource(Library& library, const Deployment& deployment) {
  Diagnostics ignored;
  for (const std::string& id : library.ReportIds(ignored)) {
    const auto report = library.Report(id).value;
    if (!report || report->status == ReportStatus::kDraft || report->status == ReportStatus::kRetired) continue;
    for (const auto& location : deployment.LocateAll(report->source->name)) {
      if (location) continue;
      const LocationError why = Explain(location.error(), report->source->name);
      if (const auto* failure = std::get_if<Failure>(&why)) return Unusable{failure->cause, {}, {}};
      return std::get<Unusable>(std::get<CallError>(why));
    }
  }
  return std::nullopt;
}

}  // namespace querygate
