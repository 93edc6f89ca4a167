// One call's read transaction on a pooled connection.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/report_connection.h"
#include "engine/backend/sqlite/source_state.h"
#include "engine/backend/sqlite/watchdog.h"

namespace querygate::sqlite {

class SqliteSnapshot final : public Snapshot {
 public:
  // `connection` has begun; `watch` guards it.
  SqliteSnapshot(std::shared_ptr<SourceState> source, std::unique_ptr<ReportConnection> connection,
                 Watchdog::Watch watch, const ScopeValues& scope, const CallContext& context);
  ~SqliteSnapshot() override;
  SqliteSnapshot(const SqliteSnapshot&) = delete;
  SqliteSnapshot& operator=(const SqliteSnapshot&) = delete;

  Expected<std::unique_ptr<Cursor>, Failure> Execute(std::size_t query, std::size_t statement,
                                                     std::span<const Value> values) override;
  Instant observed_at() const override { return observed_at_; }
  Spending spending() const override;
  Expected<void, Failure> Finish() override;

 private:
  friend class SqliteCursor;

  // The first thing that went wrong decides whether the connection is ever used again.
  Failure Fail(Failure failure);
  void NoteCleanUp(const Fault& fault);
  void NoteBounds(Spending& spending) const;
  Expected<void, Fault> CleanUp();

  std::shared_ptr<SourceState> source_;
  std::unique_ptr<ReportConnection> connection_;  // null once finished
  Watchdog::Watch watch_;                         // ends before the connection goes
  Instant observed_at_;
  std::int64_t value_bytes_ = 0;
  Spending spending_;  // rows and values as they come; the rest once the transaction has ended
  bool cursor_open_ = false;
  bool failed_ = false;
  std::optional<Fault> clean_up_fault_;
};

}  // namespace querygate::sqlite
