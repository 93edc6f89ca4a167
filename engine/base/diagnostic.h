// What is said to an author about a file. Author mistakes are data: they are collected, never thrown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/source_text.h"

namespace querygate {

enum class Severity { kError, kWarning, kNote };  // the gravest first

std::string_view SeverityName(Severity severity);  // "error", "warning", "note"

// A self-contained finding: it can be printed without the file at hand.
struct Diagnostic {
  Severity severity = Severity::kError;
  std::string rule;  // kebab-case alias of a row in engine/base/rule.cc
  std::string file;  // as shown to people
  SourcePosition position;
  std::string line_text;  // the source line, for the caret; may be empty
  std::string message;    // one line, no trailing period
  std::string help;       // what to do next; may be empty

  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

using Diagnostics = std::vector<Diagnostic>;

// Builds a diagnostic at `position` of `text`, taking the rule's default severity.
Diagnostic MakeDiagnostic(std::string_view rule, const SourceText& text, SourcePosition position, std::string message,
                          std::string help = {});

bool HasErrors(const Diagnostics& diagnostics);

// `file:line:column: error: message [ID alias]`, the line, a caret, `help: …`; newline-terminated. What is not
// known is left out. Control
// and direction characters, which a file may hold, are shown as U+FFFD.
std::string FormatDiagnostic(const Diagnostic& diagnostic);

// Stable order: file, line, column, rule, message.
void SortDiagnostics(Diagnostics& diagnostics);

}  // namespace querygate
