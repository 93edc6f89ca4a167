// The table of lint rules. One small file for each; a new rule is one file, its declaration here and its row
// in rules.cc. Rules are pure and may run in any order.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/backend/backend.h"
#include "engine/base/diagnostic.h"
#include "engine/policy/compiled_report.h"
#include "engine/policy/sql_tokens.h"

namespace querygate::lint {

// What every rule sees, and where it puts its findings.
struct LintInput {
  const CompiledReport& report;
  const Inspection& inspection;
};

class LintFindings {
 public:
  explicit LintFindings(const CompiledReport& report) : report_(report) {}

  void Add(std::string_view rule, SourcePosition position, std::string message, std::string help);

  // At a token of the author's SQL.
  void AddAt(std::string_view rule, const AnchoredText& sql, const SqlToken& token, std::string message,
             std::string help);

  Diagnostics Take() { return std::move(diagnostics_); }

 private:
  const CompiledReport& report_;
  Diagnostics diagnostics_;
};

struct LintRule {
  std::string_view alias;  // of the rule table
  void (*run)(const LintInput& input, LintFindings& findings);
};

std::span<const LintRule> LintRules();

void FindAutomaticIndexes(const LintInput& input, LintFindings& findings);
void FindColumnTypeMismatches(const LintInput& input, LintFindings& findings);
void FindInexactAggregates(const LintInput& input, LintFindings& findings);
void FindLargeTableScans(const LintInput& input, LintFindings& findings);
void FindLimitInSql(const LintInput& input, LintFindings& findings);
void FindMissingDescriptions(const LintInput& input, LintFindings& findings);
void FindNondeterministicFunctions(const LintInput& input, LintFindings& findings);
void FindNullableCounts(const LintInput& input, LintFindings& findings);
void FindSelectStar(const LintInput& input, LintFindings& findings);
void FindStringsForColumns(const LintInput& input, LintFindings& findings);
void FindSumOverflows(const LintInput& input, LintFindings& findings);
void FindTemporarySorts(const LintInput& input, LintFindings& findings);
void FindUnscopedTables(const LintInput& input, LintFindings& findings);
void FindUnstatedEncodings(const LintInput& input, LintFindings& findings);
void FindUnusedGrants(const LintInput& input, LintFindings& findings);
void FindUselessDescriptions(const LintInput& input, LintFindings& findings);

}  // namespace querygate::lint
