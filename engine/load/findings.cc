#include "engine/load/findings.h"

#include <cstddef>
#include <utility>

namespace querygate {

namespace {

constexpr std::size_t kMaxFindings = 100;

}  // namespace

void Findings::Report(std::string_view rule, SourcePosition position, std::string message, std::string help) {
  if (diagnostics_.size() > kMaxFindings) return;
  diagnostics_.push_back(MakeDiagnostic(rule, text_, position, std::move(message), std::move(help)));
  if (diagnostics_.size() > kMaxFindings) {
    diagnostics_.back().severity = Severity::kNote;
    diagnostics_.back().message = "further mistakes are not listed";
    diagnostics_.back().help.clear();
  }
}

Diagnostics Findings::Take() && { return std::move(diagnostics_); }

}  // namespace querygate
