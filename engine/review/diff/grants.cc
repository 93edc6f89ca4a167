#include "engine/review/diff/grants.h"

#include <algorithm>

namespace querygate::review {

std::vector<NamedGrant> GrantsOf(const Allowlist& allowlist) {
  std::vector<NamedGrant> grants;
  for (const auto& [table_name, table] : allowlist.tables()) {
    grants.push_back({NamedGrant::Kind::kTable, "table " + table.grant.spelling, table.grant.position});
    for (const auto& [name, column] : table.columns) {
      grants.push_back({NamedGrant::Kind::kColumn, table.grant.spelling + "." + column.spelling, column.position});
    }
  }
  for (const auto& [name, function] : allowlist.functions()) {
    grants.push_back({NamedGrant::Kind::kFunction, "function " + function.spelling, function.position});
  }
  if (const Grant* recursion = allowlist.recursion()) {
    grants.push_back({NamedGrant::Kind::kRecursion, "recursion", recursion->position});
  }
  return grants;
}

bool Contains(const std::vector<NamedGrant>& grants, const NamedGrant& grant) {
  return std::any_of(grants.begin(), grants.end(),
                     [&grant](const NamedGrant& other) { return SameName(other.subject, grant.subject); });
}

std::set<std::string> ReadsOf(const ReviewedReport& report) {
  std::set<std::string> reads;
  for (const auto& query : report.inspection.queries) {
    for (const StatementFacts& statement : query) {
      for (const AccessUse& use : statement.uses) {
        switch (use.kind) {
          case AccessUse::Kind::kColumn:
            reads.insert(FoldName(use.object + "." + use.column));
            [[fallthrough]];
          case AccessUse::Kind::kTable:
            reads.insert(FoldName("table " + use.object));
            break;
          case AccessUse::Kind::kFunction:
            reads.insert(FoldName("function " + use.object));
            break;
          case AccessUse::Kind::kRecursion:
            reads.insert("recursion");
            break;
        }
      }
    }
  }
  return reads;
}

}  // namespace querygate::review
