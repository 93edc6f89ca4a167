// Any bytes as SQL: tokens, text rules, authorizer and program check over the world's schema.
#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "engine/backend/registry.h"
#include "engine/policy/sql_tokens.h"
#include "tests/conformance/report_builder.h"
#include "tests/fuzz/differential_world.h"
#include "tests/fuzz/fuzz_target.h"

namespace querygate::fuzz {
namespace {

void RequireTokens(std::string_view sql) {
  const SqlTokens tokens = TokenizeSql(sql);
  std::size_t at = 0;
  for (const SqlToken& token : tokens.tokens) {
    Require(token.offset >= at, "tokens do not overlap");
    Require(!token.text.empty(), "no token is empty");
    at = token.offset + token.text.size();
    Require(at <= sql.size() && sql.substr(token.offset, token.text.size()) == token.text, "a token is its text");
  }
}

std::shared_ptr<const CompiledReport> ReportOf(std::string_view sql) {
  testing::ReportBuilder builder(WorldSchema());
  for (const WorldTable& table : WorldTables()) {
    if (table.permitted) builder.Table(table.name, table.listed);
  }
  for (const std::string& function : WorldFunctions()) builder.Function(function);
  builder.Scope(kScopedTable, {{kScopeColumn, kScopeName}});
  builder.Query(std::string(sql), {});
  return builder.Build();
}

bool IsOfTheResult(const Violation& violation) { return violation.rule == "result-columns"; }

}  // namespace
}  // namespace querygate::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace querygate;
  using namespace querygate::fuzz;
  const std::string_view sql = AsText(data, size);
  RequireTokens(sql);
  static const std::unique_ptr<Backend> kBackend = MakeBackend("sqlite");
  const auto report = ReportOf(sql);
  const auto inspection = kBackend->InspectSchema(*report);
  // Whatever the text is, judging it is possible.
  Require(inspection.has_value(), inspection ? "" : inspection.error().cause);
  const StatementFacts& facts = inspection->queries.front().front();
  for (const Violation& violation : facts.violations) {
    Require(!violation.rule.empty() && !violation.message.empty(), "a finding says something");
    Require(!violation.offset || *violation.offset <= sql.size(), "a finding lies in its text");
  }
  // Result columns are matched by name and none is declared: every statement that gives rows is refused for that.
  if (!std::all_of(facts.violations.begin(), facts.violations.end(), IsOfTheResult)) return 0;
  Require(!facts.violations.empty(), "a query gives columns");
  for (const AccessUse& use : facts.uses) {
    switch (use.kind) {
      case AccessUse::Kind::kTable:
        Require(report->allowlist.FindTable(use.object) != nullptr, "only listed tables pass");
        break;
      case AccessUse::Kind::kColumn:
        Require(report->allowlist.FindColumn(use.object, use.column) != nullptr, "only listed columns pass");
        break;
      case AccessUse::Kind::kFunction:
        Require(report->allowlist.FindFunction(use.object) != nullptr, "only listed functions pass");
        break;
      case AccessUse::Kind::kRecursion:
        Require(false, "recursion is not permitted");
    }
  }
  return 0;
}
