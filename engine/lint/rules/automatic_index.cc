#include "engine/lint/rules/rules.h"
#include "engine/lint/rules/statement_place.h"

namespace querygate::lint {
namespace {

// The step of the plan that says which columns are indexed; for people only.
std::string StepOf(const StatementFacts& facts) {
  for (const std::string& step : facts.plan) {
    if (step.find("AUTOMATIC") != std::string::npos) return ": " + step.substr(step.find_first_not_of(' '));
  }
  return {};
}

}  // namespace

void FindAutomaticIndexes(const LintInput& input, LintFindings& findings) {
  ForEachFacts(input, [&](const CompiledStatement& statement, const StatementFacts& facts) {
    if (!facts.automatic_index) return;
    findings.Add("automatic-index", statement.origin.text.position,
                 "the database builds an index for this statement on every call" + StepOf(facts),
                 "add such an index to the schema, or see that the tables are small");
  });
}

}  // namespace querygate::lint
