#include "engine/backend/sqlite/gated_report.h"

#include <iterator>
#include <utility>

namespace querygate::sqlite {

bool GatedReport::clean() const {
  if (!objects.empty()) return false;
  for (const auto& query : queries) {
    for (const GatedStatement& statement : query) {
      if (!statement.facts.violations.empty() || statement.statement == nullptr) return false;
    }
  }
  return true;
}

std::string GatedReport::Complaint() const {
  std::string text;
  const auto add = [&text](const std::vector<Violation>& violations) {
    for (const Violation& violation : violations) {
      if (!text.empty()) text += "; ";
      text += violation.rule + ": " + violation.message;
    }
  };
  add(objects);
  for (const auto& query : queries) {
    for (const GatedStatement& statement : query) add(statement.facts.violations);
  }
  return text;
}

AccessPolicy PolicyFor(const CompiledReport& report, const ScopeViews& scope) {
  return {.allowlist = &report.allowlist, .scoped = scope.access()};
}

Expected<GatedReport, Fault> GateReport(Connection& connection, const AccessPolicy& policy, const Schema& schema,
                                        const CompiledReport& report, bool with_plan) {
  GatedReport gated{.objects = CheckDeclaredObjects(schema, policy, report)};
  for (const CompiledQuery& query : report.queries) {
    auto& statements = gated.queries.emplace_back();
    for (const CompiledStatement& statement : query.statements) {
      auto one = GateStatement(connection.handle(), connection.authorizer(), policy, schema, report, query, statement,
                               with_plan);
      if (!one) return Unexpected(std::move(one).error());
      statements.push_back(*std::move(one));
    }
  }
  return gated;
}

Inspection ToInspection(GatedReport gated, const ScopeViews& scope) {
  Inspection inspection;
  for (auto& query : gated.queries) {
    auto& facts = inspection.queries.emplace_back();
    for (GatedStatement& statement : query) facts.push_back(std::move(statement.facts));
  }
  if (!gated.objects.empty() && !inspection.queries.empty() && !inspection.queries.front().empty()) {
    auto& first = inspection.queries.front().front().violations;
    first.insert(first.begin(), std::make_move_iterator(gated.objects.begin()),
                 std::make_move_iterator(gated.objects.end()));
  }
  for (auto& query : inspection.queries) {
    for (StatementFacts& facts : query) {
      for (std::string& line : facts.plan) line = scope.Redact(std::move(line));
      for (std::string& line : facts.plan_words) line = scope.Redact(std::move(line));
      for (Violation& violation : facts.violations) violation.message = scope.Redact(std::move(violation.message));
    }
  }
  return inspection;
}

}  // namespace querygate::sqlite
