#include "engine/lint/rules/rules.h"

#include <array>

#include "engine/base/utf8.h"

namespace querygate::lint {
namespace {

constexpr auto kRules = std::to_array<LintRule>({
    {"limit-in-sql", FindLimitInSql},
    {"missing-description", FindMissingDescriptions},
    {"nondeterministic-function", FindNondeterministicFunctions},
    {"select-star", FindSelectStar},
    {"unscoped-table", FindUnscopedTables},
    {"unused-grant", FindUnusedGrants},
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
