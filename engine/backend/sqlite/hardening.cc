#include "engine/backend/sqlite/hardening.h"

#include <algorithm>
#include <string>

#include <sqlite3.h>

#include "engine/backend/sqlite/handles.h"

namespace querygate::sqlite {
namespace {

using Kind = HardeningRow::Kind;
using Moment = HardeningRow::Moment;

// clang-format off
constexpr HardeningRow kRows[] = {
    {"defensive",             Kind::kSwitch, SQLITE_DBCONFIG_DEFENSIVE, 1},
    {"trusted_schema",        Kind::kSwitch, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {"writable_schema",       Kind::kSwitch, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
    {"dqs_ddl",               Kind::kSwitch, SQLITE_DBCONFIG_DQS_DDL, 0},
    {"dqs_dml",               Kind::kSwitch, SQLITE_DBCONFIG_DQS_DML, 0},
    {"load_extension",        Kind::kSwitch, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    {"fts3_tokenizer",        Kind::kSwitch, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
    {"trigger",               Kind::kSwitch, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
    {"view",                  Kind::kSwitch, SQLITE_DBCONFIG_ENABLE_VIEW, 1},  // row scope is made of them
    {"qpsg",                  Kind::kSwitch, SQLITE_DBCONFIG_ENABLE_QPSG, 1},  // the program checked is the one run
    {"no_checkpoint",         Kind::kSwitch, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1},
    {"limit_length",          Kind::kLimit, SQLITE_LIMIT_LENGTH, kPreparingLength},
    {"limit_sql_length",      Kind::kLimit, SQLITE_LIMIT_SQL_LENGTH, 1'000'000},
    {"limit_expr_depth",      Kind::kLimit, SQLITE_LIMIT_EXPR_DEPTH, 200},
    {"limit_compound_select", Kind::kLimit, SQLITE_LIMIT_COMPOUND_SELECT, 50},
    {"limit_vdbe_op",         Kind::kLimit, SQLITE_LIMIT_VDBE_OP, 100'000},
    {"limit_function_arg",    Kind::kLimit, SQLITE_LIMIT_FUNCTION_ARG, 32},
    {"limit_attached",        Kind::kLimit, SQLITE_LIMIT_ATTACHED, 0},
    {"limit_like_pattern",    Kind::kLimit, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 256},
    {"limit_variable_number", Kind::kLimit, SQLITE_LIMIT_VARIABLE_NUMBER, 2'000},
    {"limit_trigger_depth",   Kind::kLimit, SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    {"limit_worker_threads",  Kind::kLimit, SQLITE_LIMIT_WORKER_THREADS, 0},
    {"cell_size_check",       Kind::kPragma, 0, 1},
    {"temp_store",            Kind::kPragma, 0, 2},
    {"mmap_size",             Kind::kPragma, 0, 0},  // a file cut short under a mapping is a signal, not an error
    {"query_only",            Kind::kPragma, 0, 1, Moment::kAfter},
};
// clang-format on

Fault Refused(const HardeningRow& row, int code, std::string_view why) {
  return {.code = code == SQLITE_OK ? SQLITE_ERROR : code,
          .message = "setting " + std::string(row.name) + ": " + std::string(why)};
}

Expected<void, Fault> Switch(sqlite3* connection, const HardeningRow& row) {
  int read_back = -1;
  const int code = sqlite3_db_config(connection, row.code, row.value, &read_back);
  if (code != SQLITE_OK) return Unexpected(Refused(row, code, "this build of SQLite lacks it"));
  if (read_back != row.value) return Unexpected(Refused(row, SQLITE_ERROR, "did not take effect"));
  return {};
}

Expected<void, Fault> Lower(sqlite3* connection, const HardeningRow& row) {
  if (sqlite3_limit(connection, row.code, row.value) < 0) {
    return Unexpected(Refused(row, SQLITE_ERROR, "this build of SQLite lacks it"));
  }
  const int read_back = sqlite3_limit(connection, row.code, -1);
  if (read_back < 0 || read_back > row.value) return Unexpected(Refused(row, SQLITE_ERROR, "did not take effect"));
  return {};
}

// Runs a pragma and reads its one value; `found` tells a silent pragma from an unknown one.
int RunPragma(sqlite3* connection, const std::string& sql, bool& found, std::int64_t& value) {
  sqlite3_stmt* raw = nullptr;
  int code = sqlite3_prepare_v2(connection, sql.c_str(), -1, &raw, nullptr);
  const StatementHandle statement(raw);
  if (code != SQLITE_OK) return code;
  found = false;
  while ((code = sqlite3_step(statement.get())) == SQLITE_ROW) {
    found = true;
    value = sqlite3_column_int64(statement.get(), 0);
  }
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

Expected<void, Fault> SetPragma(sqlite3* connection, const HardeningRow& row) {
  const std::string pragma = "PRAGMA " + std::string(row.name);
  const std::string doing = "setting " + std::string(row.name);
  bool found = false;
  std::int64_t read_back = -1;
  int code = RunPragma(connection, pragma + "=" + std::to_string(row.value), found, read_back);
  if (code == SQLITE_OK) code = RunPragma(connection, pragma, found, read_back);
  if (code != SQLITE_OK) return Unexpected(CurrentFault(connection, doing));
  // A database in memory has no mapping and answers nothing.
  if (!found && row.name == "mmap_size") return {};
  if (!found) return Unexpected(Refused(row, SQLITE_ERROR, "this build of SQLite lacks it"));
  if (read_back != row.value) return Unexpected(Refused(row, SQLITE_ERROR, "did not take effect"));
  return {};
}

}  // namespace

std::span<const HardeningRow> HardeningRows() { return kRows; }

int CallLength(std::int64_t value_bytes) {
  // Below this, sorting a few short columns would already fail; the cursor bounds single values exactly.
  constexpr std::int64_t kFloor = 16'384;
  return static_cast<int>(std::clamp<std::int64_t>(value_bytes, kFloor, 1'000'000'000));
}

Expected<void, Fault> Harden(sqlite3* connection, HardeningRow::Moment moment, const StepHook& hook) {
  for (const HardeningRow& row : kRows) {
    if (row.moment != moment) continue;
    if (const int code = Consult(hook, row.name)) return Unexpected(InjectedFault(code, row.name));
    Expected<void, Fault> applied = row.kind == Kind::kSwitch  ? Switch(connection, row)
                                    : row.kind == Kind::kLimit ? Lower(connection, row)
                                                               : SetPragma(connection, row);
    if (!applied) return applied;
  }
  return {};
}

}  // namespace querygate::sqlite
