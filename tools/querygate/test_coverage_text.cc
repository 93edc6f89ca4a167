#include "engine/render/display_text.h"
#include "tools/querygate/test_formats.h"

namespace querygate::cli {

std::string CoverageText(const trial::TrialResult& trial) {
  if (trial.coverage.empty()) return {};
  const std::string file = Printable(trial.report_text->name());
  std::string missed;
  std::string counts;
  for (const std::string_view kind : trial::kCoverageKinds) {
    std::size_t all = 0;
    std::size_t reached = 0;
    for (const trial::CoverageItem& item : trial.coverage) {
      if (item.kind != kind) continue;
      ++all;
      if (item.reached) {
        ++reached;
        continue;
      }
      const std::string line = item.position.line > 0 ? ":" + std::to_string(item.position.line) : "";
      const std::string word = kind == "reasons" ? "the reason " : kind == "grants" ? "the grant of " : "";
      missed += file + line + ": not reached: " + word + Printable(item.what) + '\n';
    }
    if (all == 0) continue;
    counts +=
        (counts.empty() ? "" : ", ") + std::string(kind) + ' ' + std::to_string(reached) + " of " + std::to_string(all);
  }
  return missed + file + ": reached: " + counts + '\n';
}

}  // namespace querygate::cli
