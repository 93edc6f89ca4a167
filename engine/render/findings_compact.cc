#include "engine/render/findings_formats.h"

namespace querygate {

std::string RenderFindingsCompact(const FindingsReport& report, const FindingsOptions& options) {
  std::string text;
  for (const Diagnostic& diagnostic : FindingsAndFaults(report)) {
    text += DiagnosticLine(diagnostic, options.colour) + '\n';
  }
  return text;
}

}  // namespace querygate
