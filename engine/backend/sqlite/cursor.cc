#include "engine/backend/sqlite/cursor.h"

#include <algorithm>
#include <string>
#include <utility>

#include <sqlite3.h>

namespace querygate::sqlite {
namespace {

ValueView ReadColumn(sqlite3_stmt* statement, int column, bool& lost) {
  ValueView view;
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      view.storage = StorageClass::kInteger;
      view.integer = sqlite3_column_int64(statement, column);
      break;
    case SQLITE_FLOAT:
      view.storage = StorageClass::kReal;
      view.real = sqlite3_column_double(statement, column);
      if (view.real == 0.0) view.real = 0.0;  // never the negative zero
      break;
    case SQLITE_TEXT: {
      view.storage = StorageClass::kText;
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
      lost = lost || text == nullptr;  // empty text is not null: only a lack of memory is
      if (text != nullptr) view.bytes = {text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
      break;
    }
    case SQLITE_BLOB: {
      view.storage = StorageClass::kBlob;
      const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
      if (bytes != nullptr) view.bytes = {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
      break;
    }
    default:
      break;
  }
  return view;
}

}  // namespace

SqliteCursor::SqliteCursor(SqliteSnapshot& snapshot, const GatedStatement& statement)
    : snapshot_(snapshot),
      statement_(statement.statement.get()),
      columns_(statement.column_indexes),
      row_(statement.column_indexes.size()) {
  snapshot_.cursor_open_ = true;
  sqlite3_stmt_status(statement_, SQLITE_STMTSTATUS_VM_STEP, 1);
  sqlite3_stmt_status(statement_, SQLITE_STMTSTATUS_REPREPARE, 1);
  snapshot_.connection_->connection().bounds().StartCounting();
}

SqliteCursor::~SqliteCursor() {
  if (!snapshot_.connection_) return;  // the call ended first, against the rule, and took the statement along
  Connection& connection = snapshot_.connection_->connection();
  connection.bounds().StopCounting(sqlite3_stmt_status(statement_, SQLITE_STMTSTATUS_VM_STEP, 1));
  if (auto reset = ResetStatement(connection, statement_); !reset) snapshot_.NoteCleanUp(reset.error());
  connection.authorizer().Use(Authorizer::Mode::kDenyAll);
  snapshot_.cursor_open_ = false;
}

Expected<bool, Failure> SqliteCursor::Next() {
  if (over_ || !snapshot_.connection_) return Unexpected(Fail("query_failed", "the query has ended"));
  Connection& connection = snapshot_.connection_->connection();
  if (const int code = Consult(connection.hook(), "step")) {
    over_ = true;
    return Unexpected(snapshot_.Fail(connection.Explain(InjectedFault(code, "step"), Phase::kStepping)));
  }
  const int code = sqlite3_step(statement_);
  if (!std::exchange(stepped_, true) && sqlite3_stmt_status(statement_, SQLITE_STMTSTATUS_REPREPARE, 0) != 0) {
    // What ran is not what was checked.
    return Unexpected(Fail("schema_drift", "a statement was prepared anew after it had been checked"));
  }
  if (code != SQLITE_ROW && code != SQLITE_DONE) {
    over_ = true;
    const Fault fault = CurrentFault(connection.handle(), "running the query");
    return Unexpected(snapshot_.Fail(connection.Explain(fault, Phase::kStepping)));
  }
  if (connection.bounds().Exceeds(sqlite3_stmt_status(statement_, SQLITE_STMTSTATUS_VM_STEP, 0))) {
    return Unexpected(Fail("budget_exceeded", "more steps than vm_steps permits"));
  }
  if (code == SQLITE_DONE) {
    over_ = true;
    return false;
  }
  ++snapshot_.spending_.rows;
  if (!ReadRow()) return Unexpected(Fail("budget_exceeded", "a value is longer than value_bytes permits"));
  return true;
}

bool SqliteCursor::ReadRow() {
  bool lost = false;
  const auto limit = static_cast<std::size_t>(snapshot_.value_bytes_);
  auto longest = static_cast<std::size_t>(snapshot_.spending_.longest_value);
  for (std::size_t i = 0; i < row_.size(); ++i) {
    row_[i] = ReadColumn(statement_, columns_[i], lost);
    const std::size_t length = row_[i].bytes.size();
    if (length > limit) return false;
    longest = std::max(longest, length);
  }
  snapshot_.spending_.longest_value = static_cast<std::int64_t>(longest);
  return !lost;
}

Failure SqliteCursor::Fail(std::string_view reason, std::string cause) {
  over_ = true;
  return snapshot_.Fail({.reason = std::string(reason), .cause = std::move(cause)});
}

Expected<void, Fault> ResetStatement(Connection& connection, sqlite3_stmt* statement) {
  // The reset's own result repeats the error of the last step, which was reported then.
  sqlite3_reset(statement);
  const int not_reset = Consult(connection.hook(), "reset");
  sqlite3_clear_bindings(statement);
  const int not_cleared = Consult(connection.hook(), "clear");
  if (not_reset != SQLITE_OK) return Unexpected(InjectedFault(not_reset, "reset"));
  if (not_cleared != SQLITE_OK) return Unexpected(InjectedFault(not_cleared, "clear"));
  // Whatever it returned, a statement that still runs was not reset.
  if (sqlite3_stmt_busy(statement) != 0) {
    return Unexpected(Fault{.code = SQLITE_MISUSE, .message = "a statement could not be reset"});
  }
  return {};
}

}  // namespace querygate::sqlite
