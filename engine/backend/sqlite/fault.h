// What SQLite said when it could not do something: for the operator, never for a caller.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/rejection.h"

struct sqlite3;

namespace querygate::sqlite {

struct Fault {
  int code = 0;         // extended result code
  std::string message;  // what was being done, and sqlite3_errmsg
};

// The connection's current error, prefixed by what was being done. Call it at once after the failing call.
Fault CurrentFault(sqlite3* connection, std::string_view doing);

// The stable reason: busy and locked are lock_timeout, interrupts the caller's business (see
// Snapshot), unreadable or missing files query_unavailable, errors while stepping query_failed.
enum class Phase { kOpening, kPreparing, kStepping, kFinishing };
Failure ToFailure(const Fault& fault, Phase phase);

}  // namespace querygate::sqlite
