// The settings that make a connection safe to run declared statements on: a table, each row applied and read
// back. A row that this build of SQLite lacks or refuses stops the connection.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/backend/sqlite/fault.h"
#include "engine/backend/sqlite/step_hook.h"
#include "engine/base/expected.h"

struct sqlite3;

namespace querygate::sqlite {

struct HardeningRow {
  enum class Kind {
    kSwitch,  // sqlite3_db_config: `code` is the option, `value` 0 or 1
    kLimit,   // sqlite3_limit: `code` is the category, `value` the ceiling (a lower build limit stands)
    kPragma,  // PRAGMA `name`=`value`
  };
  // A read-only connection begins with kBefore; kAfter comes once the temporary scope views exist.
  enum class Moment { kBefore, kAfter };
  std::string_view name;
  Kind kind = Kind::kSwitch;
  int code = 0;
  int value = 0;
  Moment moment = Moment::kBefore;
};

std::span<const HardeningRow> HardeningRows();

// The length limit while statements are prepared and schemas read; a call lowers it to its budget.
inline constexpr int kPreparingLength = 1'000'000;
int CallLength(std::int64_t value_bytes);

// The authorizer is in set-up mode. The fault's message names the row.
Expected<void, Fault> Harden(sqlite3* connection, HardeningRow::Moment moment, const StepHook& hook);

}  // namespace querygate::sqlite
