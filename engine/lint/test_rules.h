// Rules about the test of a report: what its cases leave untried. Pure.
#pragma once

#include "engine/base/diagnostic.h"
#include "engine/declaration/report_test.h"
#include "engine/policy/compiled_report.h"

namespace querygate {

// Findings stand in the test's file.
Diagnostics LintReportTest(const CompiledReport& report, const ReportTestDeclaration& tests);

}  // namespace querygate
