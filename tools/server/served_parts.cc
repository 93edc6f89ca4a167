#include "tools/server/served_parts.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

#include "tools/server/fixed_authenticator.h"
#include "tools/server/token_authenticator.h"

namespace querygate::server {
namespace {

// Turns and workers are shared by all that are ever served: any of them knows.
void RegisterLoad(Metrics& metrics, const ServedGateway& gateway) {
  using Gauge = std::int64_t (*)(const GatewayLoad&);
  const auto add = [&](std::string name, std::string help, Gauge read) {
    metrics.Register(std::move(name), std::move(help), [&gateway, read] { return read(gateway.Current()->Load()); });
  };
  add("calls_running", "Calls that run now.", [](const GatewayLoad& load) { return std::int64_t(load.running); });
  add("calls_waiting", "Calls that wait for a turn.",
      [](const GatewayLoad& load) { return std::int64_t(load.waiting); });
  if (!gateway.Current()->Load().workers) return;
  add("workers_busy", "Worker processes with a call.",
      [](const GatewayLoad& load) { return std::int64_t(load.workers->busy); });
  add("workers_idle", "Worker processes without a call.",
      [](const GatewayLoad& load) { return std::int64_t(load.workers->idle); });
  add("workers_started", "Worker processes that were started so far.",
      [](const GatewayLoad& load) { return std::int64_t(load.workers->started); });
  add("workers_killed", "Worker processes that took too long, or whose caller had gone.",
      [](const GatewayLoad& load) { return std::int64_t(load.workers->killed); });
  add("workers_lost", "Worker processes that ended by themselves.",
      [](const GatewayLoad& load) { return std::int64_t(load.workers->lost); });
}

// Lines that wait to be on the disk wait no longer than `interval`, whether calls come or not. What goes wrong ends the
// log, and the next call is told.
void SyncEvery(std::chrono::milliseconds interval, AuditLog& log, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any changed;
  std::unique_lock lock(mutex);
  while (!changed.wait_for(lock, stop, interval, [&] { return stop.stop_requested(); })) {
    static_cast<void>(log.Sync());
  }
}

}  // namespace

ServedParts::ServedParts(const ServedGateway& gateway, std::string version, std::shared_ptr<const Clock> clock)
    : clock_(std::move(clock)), metrics_(std::move(version)) {
  metrics_.DeclareReports(gateway.Current()->ReportIds());
  RegisterLoad(metrics_, gateway);
}

Expected<std::unique_ptr<ServedParts>, std::string> ServedParts::Open(const ServedGateway& gateway,
                                                                      std::string version,
                                                                      std::shared_ptr<const Clock> clock) {
  std::unique_ptr<ServedParts> parts(new ServedParts(gateway, std::move(version), clock));
  const auto current = gateway.Current();
  const GatewayDeclaration* const declared = current->Declaration();
  if (declared != nullptr && declared->identity) {
    parts->authentication_ = std::make_unique<Authentication>(*declared->identity, declared->directory, clock);
    parts->authenticator_ = std::make_unique<TokenAuthenticator>(*parts->authentication_, gateway);
  } else {
    parts->authenticator_ = std::make_unique<FixedAuthenticator>(AnonymousIdentity());
  }
  if (declared != nullptr) parts->limits_ = std::make_unique<RateLimits>(declared->rate_limits, clock);
  if (declared != nullptr && declared->audit) {
    auto audit = Auditor::Open(*declared->audit, declared->directory, clock);
    if (!audit) return Unexpected("the audit log cannot be kept: " + std::move(audit).error());
    parts->audit_ = *std::move(audit);
    if (const auto& interval = declared->audit->sync_milliseconds) {
      parts->syncing_ = std::jthread([log = &parts->audit_->log(), every = std::chrono::milliseconds(interval->value)](
                                         const std::stop_token& stop) { SyncEvery(every, *log, stop); });
    }
  }
  CallKeeping::Parts kept;
  kept.limits = parts->limits_.get();
  kept.audit = parts->audit_.get();
  kept.metrics = &parts->metrics_;
  kept.clock = parts->clock_.get();
  parts->keeping_ = std::make_unique<CallKeeping>(kept);
  return parts;
}

std::vector<std::string> ServedParts::Warnings() const {
  std::vector<std::string> warnings;
  if (authentication_) warnings = authentication_->Check();
  if (audit_ && audit_->log().torn_bytes() > 0) {
    warnings.push_back("the audit log ended in " + std::to_string(audit_->log().torn_bytes()) +
                       " bytes of a line that was never finished; the log says so itself");
  }
  return warnings;
}

}  // namespace querygate::server
