#include "engine/backend/sqlite/snapshot.h"

#include <utility>

#include <sqlite3.h>

#include "engine/backend/sqlite/bind_value.h"
#include "engine/backend/sqlite/cursor.h"

namespace querygate::sqlite {
SqliteSnapshot::SqliteSnapshot(std::shared_ptr<SourceState> source, std::unique_ptr<ReportConnection> connection,
                               Watchdog::Watch watch, const ScopeValues& scope, const CallContext& context)
    : source_(std::move(source)),
      connection_(std::move(connection)),
      watch_(std::move(watch)),
      observed_at_(connection_->observed_at()),
      value_bytes_(context.budget.value_bytes) {
  connection_->connection().scope().Activate(scope);
}

SqliteSnapshot::~SqliteSnapshot() {
  if (!connection_) return;
  const bool clean = CleanUp().has_value();
  // A call that ended early for a reason of its own (a rejected row) leaves a sound connection behind.
  auto leaving = clean && !failed_ ? source_->pool.Give(std::move(connection_)) : std::move(connection_);
  if (leaving) static_cast<void>(leaving->Close());
}

Expected<std::unique_ptr<Cursor>, Failure> SqliteSnapshot::Execute(std::size_t query, std::size_t statement,
                                                                   std::span<const Value> values) {
  const auto misuse = [this](std::string cause) {
    return Unexpected(Fail({.reason = "query_failed", .cause = std::move(cause)}));
  };
  if (!connection_) return misuse("the transaction has ended");
  if (cursor_open_) return misuse("another query is still open");
  if (failed_) return misuse("an earlier query of this call failed");
  const GatedStatement* gated = connection_->Statement(query, statement);
  if (gated == nullptr) return misuse("no such statement");
  if (values.size() != gated->slot_indexes.size())
    return misuse("a parameter of the statement was left without a value");

  Connection& connection = connection_->connection();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int injected = Consult(connection.hook(), "bind");
    const int code =
        injected != SQLITE_OK ? injected : BindValue(gated->statement.get(), gated->slot_indexes[i], values[i]);
    if (code == SQLITE_OK) continue;
    sqlite3_clear_bindings(gated->statement.get());
    return Unexpected(Fail(connection.Explain({.code = code, .message = "binding a parameter"}, Phase::kStepping)));
  }
  // Asked again only when SQLite prepares anew, which the cursor then refuses.
  connection.authorizer().UseReport(&connection_->policy());
  return std::unique_ptr<Cursor>(std::make_unique<SqliteCursor>(*this, *gated));
}

Spending SqliteSnapshot::spending() const {
  Spending spending = spending_;
  if (connection_) NoteBounds(spending);
  return spending;
}

void SqliteSnapshot::NoteBounds(Spending& spending) const {
  const CallBounds& bounds = connection_->connection().bounds();
  spending.vm_steps = bounds.spent_steps();
  spending.lock_wait_microseconds = bounds.waited().count();
}

Expected<void, Failure> SqliteSnapshot::Finish() {
  const auto failed = [](std::string cause) {
    return Unexpected(Failure{.reason = "query_failed", .cause = std::move(cause)});
  };
  if (!connection_) return failed("the transaction has already ended");
  const bool had_failed = failed_;
  auto clean = CleanUp();
  auto ending = std::move(connection_);
  if (!clean || failed_) {
    const auto closed = ending->Close();
    if (!clean) return failed(std::move(clean).error().message);
    if (!closed && !had_failed) return failed(closed.error().message);
    return {};
  }
  const ReportConnection* own = ending.get();
  auto leaving = source_->pool.Give(std::move(ending));
  if (!leaving) return {};
  const bool is_own = leaving.get() == own;
  auto closed = leaving->Close();
  // An evicted connection belonged to calls that are long over.
  if (!closed && is_own) return failed(std::move(closed).error().message);
  return {};
}

Failure SqliteSnapshot::Fail(Failure failure) {
  failed_ = true;
  return failure;
}

void SqliteSnapshot::NoteCleanUp(const Fault& fault) {
  if (!clean_up_fault_) clean_up_fault_ = fault;
}

// Everything is attempted; the first fault is the one told.
Expected<void, Fault> SqliteSnapshot::CleanUp() {
  if (cursor_open_) NoteCleanUp({.code = SQLITE_MISUSE, .message = "a query was left open"});
  const bool interrupted = watch_.End();
  NoteBounds(spending_);
  if (auto ended = connection_->End(); !ended) NoteCleanUp(ended.error());
  // The interrupt may still be pending; nobody else shall meet it.
  if (interrupted) failed_ = true;
  if (clean_up_fault_) return Unexpected(*clean_up_fault_);
  return {};
}

}  // namespace querygate::sqlite
