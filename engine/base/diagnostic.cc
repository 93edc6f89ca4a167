#include "engine/base/diagnostic.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "engine/base/rule.h"
#include "engine/base/utf8.h"

namespace querygate {
namespace {

// Control characters could drive a terminal, direction controls could make a line read as another.
bool IsUnprintable(char32_t value) {
  const bool control = value < 0x20 || (value >= 0x7F && value <= 0x9F);
  const bool direction = value == 0x061C || value == 0x200E || value == 0x200F ||
                         (value >= 0x202A && value <= 0x202E) || (value >= 0x2066 && value <= 0x2069);
  const bool separator = value == 0x2028 || value == 0x2029;
  return control || direction || separator;
}

// One character out for one code point in, so that columns stay what they are.
std::string Printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t offset = 0; offset < text.size();) {
    const CodePoint point = CodePointAt(text, offset);
    const bool ill_formed = point.value == 0xFFFD && point.bytes == 1;
    if (text[offset] == '\t' || !(ill_formed || IsUnprintable(point.value))) {
      result += text.substr(offset, point.bytes);
    } else {
      result += "\xEF\xBF\xBD";
    }
    offset += point.bytes;
  }
  return result;
}

std::string CaretLine(std::string_view printable_line, const SourcePosition& position) {
  std::string result;
  std::size_t offset = 0;
  for (int column = 1; column < position.column && offset < printable_line.size(); ++column) {
    result += printable_line[offset] == '\t' ? '\t' : ' ';
    offset += CodePointAt(printable_line, offset).bytes;
  }
  result += '^';
  const std::size_t remaining = CountCodePoints(printable_line.substr(offset));
  const auto wanted = static_cast<std::size_t>(std::max(position.length, 1));
  const std::size_t width = std::min(wanted, std::max<std::size_t>(remaining, 1));
  result.append(width - 1, '~');
  return result;
}

}  // namespace

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
  }
  return "error";
}

Diagnostic MakeDiagnostic(std::string_view rule, const SourceText& text, SourcePosition position, std::string message,
                          std::string help) {
  const Rule* row = FindRule(rule);
  Diagnostic diagnostic;
  diagnostic.severity = row == nullptr ? Severity::kError : row->severity;
  diagnostic.rule = row == nullptr ? rule : row->alias;
  diagnostic.file = text.name();
  diagnostic.position = position;
  diagnostic.line_text = text.Line(position.line);
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  return diagnostic;
}

bool HasErrors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::kError; });
}

std::string FormatDiagnostic(const Diagnostic& diagnostic) {
  std::string result = Printable(diagnostic.file);
  if (diagnostic.position.line > 0) {
    result += ':' + std::to_string(diagnostic.position.line);
    if (diagnostic.position.column > 0) result += ':' + std::to_string(diagnostic.position.column);
  }
  if (!result.empty()) result += ": ";
  result += SeverityName(diagnostic.severity);
  result += ": " + Printable(diagnostic.message);
  if (const Rule* row = FindRule(diagnostic.rule)) {
    result += " [" + std::string(row->id) + ' ' + diagnostic.rule + ']';
  } else if (!diagnostic.rule.empty()) {
    result += " [" + diagnostic.rule + ']';
  }
  result += '\n';
  if (diagnostic.position.line > 0 && !diagnostic.line_text.empty()) {
    const std::string line = Printable(diagnostic.line_text);
    result += "  " + line + "\n";
    if (diagnostic.position.column > 0) result += "  " + CaretLine(line, diagnostic.position) + "\n";
  }
  if (!diagnostic.help.empty()) result += "  help: " + Printable(diagnostic.help) + "\n";
  return result;
}

void SortDiagnostics(Diagnostics& diagnostics) {
  const auto key = [](const Diagnostic& diagnostic) {
    return std::tie(diagnostic.file, diagnostic.position.line, diagnostic.position.column, diagnostic.rule,
                    diagnostic.message);
  };
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [&key](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
}

}  // namespace querygate
