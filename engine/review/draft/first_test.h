// A report's first test: rows that match its conditions and the answer that they give, and a call that is refused.
// The answer is taken from a run and marked `unreviewed`: only a person can say that it is right.
#pragma once

#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/policy/compiled_report.h"

namespace querygate::draft {

struct FirstTestInput {
  const Backend& backend;
  const std::shared_ptr<const CompiledReport>& report;
  const SchemaSurvey& schema;
  const StatementSurvey& statement;
  std::vector<std::string> roles;  // a role that reaches the report, where the local ones do not
};

struct FirstTest {
  std::string text;
  std::size_t rows = 0;  // of the answer
  std::string trouble;   // why there is no answer; empty when there is one
};

FirstTest DraftFirstTest(const FirstTestInput& input);

}  // namespace querygate::draft
