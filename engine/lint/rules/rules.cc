#include "engine/lint/rules/rules.h"

#include <array>

#include "engine/base/utf8.h"

namespace querygate::lint {
namespace {

constexpr auto kRules = std::to_array<LintRule>({
    {"automatic-index", FindAutomaticIndexes},
    {"column-type-mismatch", FindColumnTypeMismatches},
    {"inexact-aggregate", FindInexactAggregates},
    {"large-table-scan", FindLargeTableScans},
    {"limit-in-sql", FindLimitInSql},
    {"missing-description", FindMissingDescriptions},
    {"nondeterministic-function", FindNondeterministicFunctions},
    {"nullable-count", FindNullableCounts},
    {"select-star", FindSelectStar},
    {"string-for-column", FindStringsForColumns},
    {"sum-overflow", FindSumOverflows},
    {"temporary-sort", FindTemporarySorts},
    {"unscoped-table", FindUnscopedTables},
    {"unstated-encoding", FindUnstatedEncodings},
    {"unused-grant", FindUnusedGrants},
    {"useless-description", FindUselessDescriptions},
});

}  // namespace

std::span<const LintRule> LintRules() { return kRules; }

void LintFindings::Add(std::string_view rule, SourcePosition position, std::string message, std::string help) {
  diagnostics_.push_back(
      MakeDiagnostic(rule, *report_.declaration->text, position, std::move(message), std::move(help)));
}

void LintFindings::AddAt(std::string_view rule, const AnchoredText& sql, const SqlToken& token, std::string message,
                         std::string help) {
  const SourcePosition position = PositionOf(sql, token.offset, static_cast<int>(CountCodePoints(token.text)));
  Add(rule, position, std::move(message), std::move(help));
}

}  // namespace querygate::lint
