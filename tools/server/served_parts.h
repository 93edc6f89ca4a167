// What a deployment says about who may ask, how often, and what is kept of it: made once, before anything is served.
#pragma once

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/audit/auditor.h"
#include "engine/base/expected.h"
#include "engine/identity/authentication.h"
#include "engine/telemetry/metrics.h"
#include "engine/throttle/rate_limits.h"
#include "tools/server/authenticator.h"
#include "tools/server/call_keeping.h"
#include "tools/server/served_gateway.h"

namespace querygate::server {

// Neither copied nor moved: its parts refer to each other. The gateway and the clock outlive it.
class ServedParts {
 public:
  // The error is one line for the operator: the audit log cannot be kept.
  static Expected<std::unique_ptr<ServedParts>, std::string> Open(const ServedGateway& gateway, std::string version,
                                                                  std::shared_ptr<const Clock> clock);
  ServedParts(const ServedParts&) = delete;
  ServedParts& operator=(const ServedParts&) = delete;

  const Authenticator& authenticator() const { return *authenticator_; }
  const CallKeeping& keeping() const { return *keeping_; }
  const Metrics& metrics() const { return metrics_; }
  Metrics& metrics() { return metrics_; }
  AuditLog* audit_log() const { return audit_ ? &audit_->log() : nullptr; }
  bool knows_callers() const { return authentication_ != nullptr; }

  // A line for each thing that is not as it should be but does not keep anybody from being served.
  std::vector<std::string> Warnings() const;

 private:
  ServedParts(const ServedGateway& gateway, std::string version, std::shared_ptr<const Clock> clock);

  const std::shared_ptr<const Clock> clock_;
  Metrics metrics_;
  std::unique_ptr<Authentication> authentication_;  // null: nobody can prove who they are
  std::unique_ptr<Authenticator> authenticator_;
  std::unique_ptr<RateLimits> limits_;
  std::unique_ptr<Auditor> audit_;  // null: calls are not logged
  std::unique_ptr<CallKeeping> keeping_;
  std::jthread syncing_;  // last: it uses the audit log
};

}  // namespace querygate::server
