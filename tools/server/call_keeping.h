// What happens around every served call, whichever front end it came through: limits of rate before it, a line of the
// audit log and counts after it, and only then its answer.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/audit/auditor.h"
#include "engine/base/deadline.h"
#include "engine/gateway/gateway.h"
#include "engine/telemetry/metrics.h"
#include "engine/throttle/rate_limits.h"
#include "tools/server/authenticator.h"

namespace querygate::server {

struct KeptAnswer {
  Answer answer;
  std::int64_t retry_after_seconds = 0;  // with the rejection rate_limited: when all limits will permit the call
};

// Thread-safe. Everything that is given outlives it; null leaves that part out.
class CallKeeping {
 public:
  struct Parts {
    RateLimits* limits = nullptr;
    Auditor* audit = nullptr;
    Metrics* metrics = nullptr;
    const Clock* clock = nullptr;  // never null
  };
  explicit CallKeeping(Parts parts) : parts_(parts) {}

  // As Gateway::Run. A call over a limit is the rejection rate_limited: it was not begun, and is counted but not
  // logged, so that nobody fills the log by calling too often. A call that cannot be logged is the failure that the
  // log gives, whatever its outcome was.
  Expected<KeptAnswer, CallError> Run(const Gateway& gateway, const CallRequest& request, const Identity& identity,
                                      const std::string& trace_id) const;

 private:
  void Count(const std::string& report, const Answer& answer) const;

  const Parts parts_;
};

}  // namespace querygate::server
