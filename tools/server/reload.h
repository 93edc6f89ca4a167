// Reading the declarations anew while they are served: all of them or none.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stop_token>

#include "engine/telemetry/metrics.h"
#include "tools/server/operator_log.h"
#include "tools/server/served_gateway.h"

namespace querygate::server {

// Reload is called by one thread, TellUnfit by one. Everything that is given outlives it.
class Reloader {
 public:
  Reloader(ServedGateway& gateway, Metrics& metrics, OperatorLog& log);

  // New calls go to what the folders hold now. What cannot be served as a whole is refused: the log says why, and calls
  // go on as before. True: it was taken over.
  bool Reload();

  // Tells the log, and the count that /metrics shows, which reports their databases do not fit.
  void TellUnfit(const std::stop_token& stop);

 private:
  ServedGateway& gateway_;
  Metrics& metrics_;
  OperatorLog& log_;
  const std::shared_ptr<std::atomic<std::int64_t>> unfit_;  // shared with the count's reader
};

}  // namespace querygate::server
