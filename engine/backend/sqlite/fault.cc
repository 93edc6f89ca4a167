#include "engine/backend/sqlite/fault.h"

#include <sqlite3.h>

namespace querygate::sqlite {
namespace {

constexpr int PrimaryCode(int extended) { return extended & 0xff; }

// Codes that mean the same in every phase; empty for the others.
std::string_view ReasonOfCode(int primary) {
  switch (primary) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:  // gave up after too many attempts at a WAL lock
      return "lock_timeout";
    case SQLITE_INTERRUPT:
      return "deadline_exceeded";
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:  // the length limit, which is the budget's
      return "budget_exceeded";
    case SQLITE_SCHEMA:
      return "schema_drift";
    case SQLITE_CANTOPEN:
    case SQLITE_CORRUPT:
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_NOLFS:
    case SQLITE_NOTADB:
    case SQLITE_PERM:
    case SQLITE_READONLY:  // a WAL database whose -shm cannot be made
      return "query_unavailable";
    default:
      return {};
  }
}

std::string_view ReasonOfPhase(int primary, Phase phase) {
  switch (phase) {
    case Phase::kOpening:
      return "query_unavailable";
    case Phase::kStepping:
      // The authorizer agreed when the statement was checked; a denial now comes from a re-prepare.
      return primary == SQLITE_AUTH ? "schema_drift" : "query_failed";
    case Phase::kPreparing:
    case Phase::kFinishing:
      break;
  }
  return "query_failed";
}

}  // namespace

Fault CurrentFault(sqlite3* connection, std::string_view doing) {
  Fault fault{.code = SQLITE_NOMEM, .message = std::string(doing)};
  if (connection == nullptr) {
    fault.message += ": out of memory";
    return fault;
  }
  fault.code = sqlite3_extended_errcode(connection);
  fault.message += ": ";
  fault.message += sqlite3_errmsg(connection);
  return fault;
}

Failure ToFailure(const Fault& fault, Phase phase) {
  const int primary = PrimaryCode(fault.code);
  std::string_view reason = ReasonOfCode(primary);
  if (reason.empty()) reason = ReasonOfPhase(primary, phase);
  return {.reason = std::string(reason), .cause = fault.message + " (code " + std::to_string(fault.code) + ")"};
}

}  // namespace querygate::sqlite
