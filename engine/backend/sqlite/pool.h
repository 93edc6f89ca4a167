// Idle connections of one source, each bound to its report.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>

#include "engine/backend/sqlite/report_connection.h"

namespace querygate::sqlite {

// Thread-safe. A connection is either in here or used by one call.
class Pool {
 public:
  explicit Pool(std::size_t max_idle) : max_idle_(max_idle) {}

  // The most recently used idle connection of this very report; null when there is none.
  std::unique_ptr<ReportConnection> Take(const CompiledReport& report);

  // Keeps the connection for the next call. What must go instead is handed back (the one that was idle the
  // longest, or the connection itself): closing is the caller's, outside the lock.
  [[nodiscard]] std::unique_ptr<ReportConnection> Give(std::unique_ptr<ReportConnection> connection);

  // Closes every idle connection to another file than this one: the path was given a new file.
  void DropOthers(const FileIdentity& current);

  std::size_t idle() const;

 private:
  const std::size_t max_idle_;
  mutable std::mutex mutex_;
  std::list<std::unique_ptr<ReportConnection>> idle_;  // most recently used first
};

}  // namespace querygate::sqlite
