// Owning handles for SQLite's C objects: adopt first, check after.
#pragma once

#include <memory>

struct sqlite3;
struct sqlite3_stmt;

namespace querygate::sqlite {

struct CloseConnection {
  void operator()(sqlite3* connection) const noexcept;
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const noexcept;
};
using ConnectionHandle = std::unique_ptr<sqlite3, CloseConnection>;
using StatementHandle = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

}  // namespace querygate::sqlite
