// What a running server does besides answering: one thread waits for signals and looks at the folders, another tries what
// was read over the databases, which may take long.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "engine/audit/audit_log.h"
#include "tools/server/operator_log.h"
#include "tools/server/reload.h"
#include "tools/server/signal_queue.h"

namespace querygate::server {

struct UpkeepSettings {
  std::vector<std::string> folders;                // of the declarations
  std::string image;                               // theirs, before they were first read
  std::optional<std::chrono::milliseconds> watch;  // how often they are looked at; absent: never
  AuditLog* audit = nullptr;                       // null: there is none to rotate
};

// The signals that Upkeep answers: SIGHUP, the declarations anew; SIGUSR1, a new file for the audit log.
std::span<const int> UpkeepSignals();

// Everything that is given outlives it.
class Upkeep {
 public:
  Upkeep(UpkeepSettings settings, SignalQueue& signals, Reloader& reloader, OperatorLog& log);

 private:
  void Run(const std::stop_token& stop);
  void Answer(int signal);
  void Look();
  void Reload();
  void TryAll(const std::stop_token& stop);

  const UpkeepSettings settings_;
  SignalQueue& signals_;
  Reloader& reloader_;
  OperatorLog& log_;
  std::string seen_;        // the folders, when they were last looked at
  std::string taken_over_;  // and when they were last read
  std::mutex mutex_;
  std::condition_variable_any asked_;
  bool untried_ = true;  // guarded by mutex_
  std::jthread trying_, thread_;  // last: they use the rest
};

}  // namespace querygate::server
