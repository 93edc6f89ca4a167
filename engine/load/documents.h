// YAML text in, declarations or diagnostics out. Strict, and it goes on after the first mistake.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/diagnostic.h"
#include "engine/declaration/access.h"
#include "engine/declaration/gateway.h"
#include "engine/declaration/limits.h"
#include "engine/declaration/report.h"
#include "engine/declaration/report_test.h"
#include "engine/declaration/source.h"

namespace querygate {

inline constexpr std::size_t kMaxDocumentBytes = 256 * 1024;
inline constexpr int kMaxDocumentDepth = 32;

template <typename T>
struct Loaded {
  std::shared_ptr<const T> value;  // null exactly when diagnostics hold an error
  Diagnostics diagnostics;
};

// Pure: the text is already read. `id` is the document's name by its path.
Loaded<ReportDeclaration> LoadReport(std::shared_ptr<const SourceText> text, std::string id);
Loaded<LimitsDeclaration> LoadLimits(std::shared_ptr<const SourceText> text, std::string name);
Loaded<AccessDeclaration> LoadAccess(std::shared_ptr<const SourceText> text);
Loaded<GatewayDeclaration> LoadGateway(std::shared_ptr<const SourceText> text, std::string directory);
// `fixture` of the result is left empty; the catalogue reads the file that it names.
Loaded<ReportTestDeclaration> LoadReportTest(std::shared_ptr<const SourceText> text, std::string report);
Loaded<TestFixture> LoadFixture(std::shared_ptr<const SourceText> text);
// `schema_text` of the result is left null; the catalogue reads the file it names.
Loaded<SourceDeclaration> LoadSource(std::shared_ptr<const SourceText> text, std::string name);

}  // namespace querygate
