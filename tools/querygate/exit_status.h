// What the process says to whoever started it.
#pragma once

#include <span>
#include <string_view>

#include "engine/base/rejection.h"

namespace querygate::cli {

enum class ExitStatus : int {
  kOk = 0,
  kFindings = 1,
  kUsage = 2,
  kRequestRejected = 3,
  kDataRejected = 4,
  kNotCommitted = 5,
  kFailed = 6,
  kInternal = 70,
};

struct ExitStatusRow {
  ExitStatus status;
  std::string_view name;
  std::string_view meaning;
};

// The table that `help exit-codes` prints.
std::span<const ExitStatusRow> ExitStatuses();

ExitStatus StatusOf(RejectionKind kind);

}  // namespace querygate::cli
