// Declarations and policies in, immutable compiled values or diagnostics out. Pure.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/declaration/access.h"
#include "engine/declaration/limits.h"
#include "engine/declaration/report.h"
#include "engine/declaration/source.h"
#include "engine/policy/compiled_report.h"
#include "engine/policy/compiled_source.h"

namespace querygate {

template <typename T>
struct Compiled {
  std::shared_ptr<const T> value;  // null exactly when diagnostics hold an error
  Diagnostics diagnostics;
};

Compiled<CompiledSource> CompileSource(std::shared_ptr<const SourceDeclaration> declaration);

// Values of a `Limits` document that no call could live with. CompileReport includes these.
Diagnostics CheckLimits(const LimitsDeclaration& limits);

// `source` and `limits` are what the report names; null when there is no such document (`known_*` then
// serve the suggestion). A report that names no limits uses the document "default".
struct CompileInputs {
  std::shared_ptr<const CompiledSource> source;
  std::shared_ptr<const LimitsDeclaration> limits;
  std::vector<std::string> known_sources;
  std::vector<std::string> known_limits;
};
Compiled<CompiledReport> CompileReport(std::shared_ptr<const ReportDeclaration> declaration,
                                       const CompileInputs& inputs);

}  // namespace querygate
