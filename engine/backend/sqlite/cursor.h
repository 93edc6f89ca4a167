// The rows of one running statement.
#pragma once

#include <span>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/snapshot.h"

struct sqlite3_stmt;

namespace querygate::sqlite {

// Its end resets the statement and forgets what was bound. Must not outlive its snapshot.
class SqliteCursor final : public Cursor {
 public:
  // `statement` is bound and has not been stepped.
  SqliteCursor(SqliteSnapshot& snapshot, const GatedStatement& statement);
  ~SqliteCursor() override;
  SqliteCursor(const SqliteCursor&) = delete;
  SqliteCursor& operator=(const SqliteCursor&) = delete;

  Expected<bool, Failure> Next() override;
  std::size_t column_count() const override { return row_.size(); }
  ValueView Column(std::size_t column) const override { return row_[column]; }

 private:
  Failure Fail(std::string_view reason, std::string cause);
  bool ReadRow();

  SqliteSnapshot& snapshot_;
  sqlite3_stmt* statement_;
  std::span<const int> columns_;  // result column of each declared one
  std::vector<ValueView> row_;
  bool stepped_ = false;
  bool over_ = false;
};

// Resets a statement and clears its bindings; both are attempted, the first fault is the one told.
Expected<void, Fault> ResetStatement(Connection& connection, sqlite3_stmt* statement);

}  // namespace querygate::sqlite
