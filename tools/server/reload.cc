#include "tools/server/reload.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace querygate::server {
namespace {

// What a report means, by its id; those that cannot be used have none.
std::map<std::string, std::string> DigestsOf(const Gateway& gateway) {
  std::map<std::string, std::string> digests;
  for (const std::string& id : gateway.ReportIds()) {
    if (const auto report = gateway.Describe(id)) digests.emplace(id, (*report)->digest);
  }
  return digests;
}

std::string Name(const std::vector<std::string>& ids) {
  constexpr std::size_t kMost = 10;
  std::string text;
  for (std::size_t i = 0; i < ids.size() && i < kMost; ++i) text += (i == 0 ? " " : ", ") + ids[i];
  if (ids.size() > kMost) text += ", …";
  return text;
}

std::string TellChanges(const Gateway& before, const Gateway& after) {
  const auto old_digests = DigestsOf(before);
  const auto new_digests = DigestsOf(after);
  std::vector<std::string> added, changed, removed;
  for (const auto& [id, digest] : new_digests) {
    const auto old = old_digests.find(id);
    if (old == old_digests.end()) {
      added.push_back(id);
    } else if (old->second != digest) {
      changed.push_back(id);
    }
  }
  for (const auto& [id, digest] : old_digests) {
    if (!new_digests.contains(id)) removed.push_back(id);
  }
  std::string text = std::to_string(new_digests.size()) + " reports";
  const std::pair<const char*, const std::vector<std::string>*> kinds[] = {
      {"added", &added}, {"changed", &changed}, {"removed", &removed}};
  for (const auto& [word, ids] : kinds) {
    if (!ids->empty()) text += "; " + std::to_string(ids->size()) + " " + word + ":" + Name(*ids);
  }
  return text;
}

std::string FirstErrors(const Unusable& unusable) {
  constexpr int kMost = 5;
  std::string text = unusable.message;
  int told = 0;
  for (const Diagnostic& diagnostic : unusable.diagnostics) {
    if (diagnostic.severity != Severity::kError) continue;
    if (++told > kMost) return text + "; …";
    if (!text.empty()) text += "; ";
    std::string line = FormatDiagnostic(diagnostic);
    text += line.substr(0, line.find('\n'));
  }
  return text;
}

}  // namespace

Reloader::Reloader(ServedGateway& gateway, Metrics& metrics, OperatorLog& log)
    : gateway_(gateway), metrics_(metrics), log_(log), unfit_(std::make_shared<std::atomic<std::int64_t>>(0)) {
  metrics_.Register("reports_unfit", "Reports that their databases did not fit when they were last tried.",
                    [unfit = unfit_] { return unfit->load(); });
}

bool Reloader::Reload() {
  const auto before = gateway_.Current();
  auto next = before->Reload();
  if (!next) {
    metrics_.Add("reloads_refused");
    log_.Told("reload_refused", "what was served before is served on: " + FirstErrors(next.error()));
    return false;
  }
  const std::string changes = TellChanges(*before, *next);
  metrics_.DeclareReports(next->ReportIds());
  gateway_.Replace(*std::move(next));
  metrics_.Add("reloads");
  log_.Told("reloaded", changes);
  return true;
}

void Reloader::TellUnfit(const std::stop_token& stop) {
  std::set<std::string> reports;
  for (const UnfitReport& unfit : gateway_.Current()->FindUnfit(stop)) {
    reports.insert(unfit.report);
    const std::string where = unfit.database.empty() ? std::string() : unfit.database + ": ";
    log_.Failed(unfit.report, unfit.failure.reason, where + unfit.failure.cause);
  }
  if (!stop.stop_requested()) unfit_->store(static_cast<std::int64_t>(reports.size()));
}

}  // namespace querygate::server
