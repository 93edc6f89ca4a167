// The findings formats, one file each, and what several of them need.
#pragma once

#include <string>
#include <string_view>

#include "engine/render/findings_format.h"

namespace querygate {

std::string RenderFindingsText(const FindingsReport& report, const FindingsOptions& options);
std::string RenderFindingsCompact(const FindingsReport& report, const FindingsOptions& options);
std::string RenderFindingsJson(const FindingsReport& report, const FindingsOptions& options);
std::string RenderFindingsSarif(const FindingsReport& report, const FindingsOptions& options);
std::string RenderFindingsGithub(const FindingsReport& report, const FindingsOptions& options);
std::string RenderFindingsJunit(const FindingsReport& report, const FindingsOptions& options);

// Findings and faults as one list, sorted.
Diagnostics FindingsAndFaults(const FindingsReport& report);

// "QG302 select-star"; only the name where the table of rules has none; empty for a fault without a rule.
std::string RuleTitle(std::string_view alias);

// FormatDiagnostic, its severity coloured for a terminal.
std::string DiagnosticText(const Diagnostic& diagnostic, bool colour);

// The first line of DiagnosticText, without its end.
std::string DiagnosticLine(const Diagnostic& diagnostic, bool colour);

}  // namespace querygate
