// Values into statements, nothing converted.
#pragma once

#include "engine/base/value.h"

struct sqlite3_stmt;

namespace querygate::sqlite {

// Copies the value into a one-based slot. Gives SQLite's result code.
int BindValue(sqlite3_stmt* statement, int slot, const Value& value);

// The same without copying: the bytes live until the statement is reset.
int BindBorrowed(sqlite3_stmt* statement, int slot, const ValueView& value);

}  // namespace querygate::sqlite
