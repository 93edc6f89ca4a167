#include "engine/render/findings_formats.h"

namespace querygate {

namespace {

constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kYellow = "\x1b[1;33m";
constexpr std::string_view kPlain = "\x1b[0m";

}  // namespace

std::string DiagnosticText(const Diagnostic& diagnostic, bool colour) {
  std::string text = FormatDiagnostic(diagnostic);
  if (!colour) return text;
  const std::string_view severity = SeverityName(diagnostic.severity);
  const std::string word = std::string(severity) + ':';
  const std::size_t after_place = text.find(": " + word + ' ');
  const std::size_t at = text.starts_with(word) ? 0 : after_place + 2;
  if (at != 0 && after_place == std::string::npos) return text;
  const std::string_view start = diagnostic.severity == Severity::kError ? kRed : kYellow;
  return text.replace(at, word.size(), std::string(start) + word + std::string(kPlain));
}

std::string DiagnosticLine(const Diagnostic& diagnostic, bool colour) {
  const std::string text = DiagnosticText(diagnostic, colour);
  return text.substr(0, text.find('\n'));
}

std::string RenderFindingsText(const FindingsReport& report, const FindingsOptions& options) {
  std::string text;
  for (const Diagnostic& diagnostic : FindingsAndFaults(report)) text += DiagnosticText(diagnostic, options.colour);
  return text;
}

}  // namespace querygate
