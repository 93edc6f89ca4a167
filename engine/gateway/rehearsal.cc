#include "engine/gateway/rehearsal.h"

#include <utility>

namespace querygate {
namespace {

// A statement that its own schema snapshot refuses was never right: that is not the database's doing.
bool FitsItsSchema(Library& library, const CompiledReport& report) {
  const auto inspection = library.BackendOf(*report.source).InspectSchema(report);
  return inspection && inspection->clean();
}

}  // namespace

std::vector<UnfitReport> FindUnfitReports(Library& library, const Deployment& deployment, const RehearseOne& rehearse,
                                          const std::stop_token& stop) {
  std::vector<UnfitReport> unfit;
  Diagnostics ignored;
  for (const std::string& id : library.ReportIds(ignored)) {
    const auto report = library.Report(id).value;
    if (!report || report->status == ReportStatus::kDraft || report->status == ReportStatus::kRetired) continue;
    for (const auto& place : deployment.LocateAll(report->source->name)) {
      if (stop.stop_requested()) return unfit;
      if (!place) {
        unfit.push_back({id, {}, Failure{"query_unavailable", place.error().detail}});
        continue;
      }
      auto failure = rehearse(report, *place);
      if (!failure) continue;
      if (failure->reason == "schema_drift" && !FitsItsSchema(library, *report)) failure->reason = "query_unavailable";
      unfit.push_back({id, place->path, *std::move(failure)});
    }
  }
  return unfit;
}

}  // namespace querygate
