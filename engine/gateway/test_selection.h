// Which tests a command means, and the report that each belongs to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/expected.h"
#include "engine/declaration/report_test.h"
#include "engine/gateway/gateway.h"
#include "engine/gateway/library.h"
#include "engine/policy/compiled_report.h"

namespace querygate {

struct SelectedTest {
  std::shared_ptr<const ReportTestDeclaration> tests;
  std::shared_ptr<const CompiledReport> report;
};

struct TestSelection {
  std::vector<SelectedTest> tests;  // each readable, with a usable report
  Diagnostics diagnostics;          // why others are missing; sorted, each once
};

// `paths` are test files, reports, folders or ids of reports; empty: everything. The error says that one of them
// matched nothing.
Expected<TestSelection, Unusable> SelectTests(Library& library, const std::vector<std::string>& paths);

}  // namespace querygate
