#include "tools/querygate/exit_status.h"

#include <array>

namespace querygate::cli {

namespace {

// clang-format off
constexpr auto kExitStatuses = std::to_array<ExitStatusRow>({
    {ExitStatus::kOk, "ok", "delivered, or nothing to complain about"},
    {ExitStatus::kFindings, "findings", "findings, failing tests or a widened policy"},
    {ExitStatus::kUsage, "usage", "usage, unreadable or invalid configuration or declaration, no such report, nothing matched"},
    {ExitStatus::kRequestRejected, "request rejected", "an argument is invalid, missing or unknown; not permitted; no scope; report retired"},
    {ExitStatus::kDataRejected, "data rejected", "the data breaks the contract or a limit, or was not found; nothing was delivered"},
    {ExitStatus::kNotCommitted, "output not committed", "the output exists already or could not be written"},
    {ExitStatus::kFailed, "failed", "the system could not answer: source unavailable, deadline, budget, lock, schema drift"},
    {ExitStatus::kInternal, "internal error", "a fault of the program itself"},
});
// clang-format on

}  // namespace

std::span<const ExitStatusRow> ExitStatuses() { return kExitStatuses; }

ExitStatus StatusOf(RejectionKind kind) {
  switch (kind) {
    case RejectionKind::kInvalidRequest:
    case RejectionKind::kNotPermitted:
    case RejectionKind::kRetired:
      return ExitStatus::kRequestRejected;
    case RejectionKind::kInvalidData:
    case RejectionKind::kNotFound:
      return ExitStatus::kDataRejected;
  }
  return ExitStatus::kInternal;
}

}  // namespace querygate::cli
