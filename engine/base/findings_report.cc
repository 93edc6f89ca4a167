#include "engine/base/findings_report.h"

#include <algorithm>

namespace querygate {

bool CountsAsFailure(const FindingsReport& report, Severity severity) {
  return report.fail_level && severity <= *report.fail_level;  // the gravest comes first
}

bool Fails(const FindingsReport& report) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&report](const Diagnostic& finding) { return CountsAsFailure(report, finding.severity); });
}

}  // namespace querygate
