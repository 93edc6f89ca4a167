#include "engine/review/diff/compare_policies.h"

#include <algorithm>
#include <map>
#include <set>

#include "engine/policy/allowlist.h"
#include "engine/review/diff/grants.h"
#include "engine/review/diff/schema_views.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

PolicyDiff Finish(std::string name, Changes changes) {
  PolicyDiff diff;
  diff.name = std::move(name);
  diff.changes = std::move(changes).Take();
  for (const Change& change : diff.changes) diff.effects |= change.effects;
  return diff;
}

// "column = scope", for each table.
std::map<std::string, std::set<std::string>> ScopesOf(const CompiledSource& source) {
  std::map<std::string, std::set<std::string>> scopes;
  for (const RowScope& scope : source.row_scope) {
    for (const auto& [column, name] : scope.columns) {
      scopes[FoldName(scope.table)].insert(FoldName(column) + " = " + name);
    }
  }
  return scopes;
}

class CeilingComparison {
 public:
  CeilingComparison(const CompiledSource& base, const CompiledSource& head, Changes& changes)
      : base_(base), head_(head), changes_(changes) {}

  void Compare() {
    if (base_.backend != head_.backend) {
      Add("backend", kUnclear, "the backend is " + head_.backend + "; before: " + base_.backend);
    }
    CompareGrants();
    CompareScopes();
    if (base_.large != head_.large) Add("large", kNoEffect, "other tables are called large: advice for authors only");
    if (!SameTokens(base_.schema_sql, head_.schema_sql)) {
      Add("schema", kNoEffect,
          "the schema snapshot changed; it grants nothing, and the live database is held against it at run time");
    } else if (base_.schema_sql != head_.schema_sql) {
      Add("schema", kNoEffect, "the schema snapshot is written differently and means the same");
    }
    if (base_.declaration->description != head_.declaration->description) {
      Add("description", kNoEffect, "the description is reworded");
    }
  }

 private:
  Change& Add(std::string subject, Effects effects, std::string text) {
    Change& change = changes_.Add(std::move(subject), effects, std::move(text));
    Changes::Locate(change, *head_.declaration->text, head_.declaration->backend.position);
    return change;
  }

  void CompareGrants() {
    const auto base = GrantsOf(base_.ceiling);
    const auto head = GrantsOf(head_.ceiling);
    for (const NamedGrant& grant : head) {
      if (Contains(base, grant)) continue;
      Change& change = Add(grant.subject, kWidens, "reports may newly list " + grant.subject);
      if (grant.position.line > 0) change.line = grant.position.line;
      change.datum = grant.subject + " in any report of the source";
    }
    for (const NamedGrant& grant : base) {
      if (!Contains(head, grant)) Add(grant.subject, kNarrows, "reports may no longer list " + grant.subject);
    }
  }

  void CompareScopes() {
    const auto base = ScopesOf(base_);
    const auto head = ScopesOf(head_);
    for (const auto& [table, filters] : base) {
      const auto now = head.find(table);
      for (const std::string& filter : filters) {
        if (now != head.end() && now->second.contains(filter)) continue;
        Change& change = Add(table, kWidens, "rows of " + table + " are no longer filtered by " + filter);
        change.datum = "rows of " + table + " that do not satisfy " + filter;
      }
    }
    for (const auto& [table, filters] : head) {
      const auto before = base.find(table);
      for (const std::string& filter : filters) {
        if (before != base.end() && before->second.contains(filter)) continue;
        Add(table, kNarrows, "rows of " + table + " are newly filtered by " + filter);
      }
    }
  }

  const CompiledSource& base_;
  const CompiledSource& head_;
  Changes& changes_;
};

void AddedSource(const CompiledSource& source, Changes& changes) {
  for (const NamedGrant& grant : GrantsOf(source.ceiling)) {
    Change& change = changes.Add(grant.subject, kWidens, "new source: reports may list " + grant.subject);
    Changes::Locate(change, *source.declaration->text, grant.position);
    change.datum = grant.subject + " in any report of the source";
  }
}

void CompareAccess(const PolicySide& base, const PolicySide& head, Changes& changes) {
  const AccessDeclaration* before = base.access.declaration.get();
  const AccessDeclaration* now = head.access.declaration.get();
  if (before == nullptr || now == nullptr) {
    if (before == now) return;
    changes.Add("access", kUnclear,
                now != nullptr ? "there is an access policy; before: local callers could call everything, nobody else"
                               : "there is no access policy: local callers may call everything, nobody else");
    return;
  }
  const auto add = [&](std::string subject, Effects effects, std::string text) {
    Changes::Locate(changes.Add(std::move(subject), effects, std::move(text)), *now->text, {1, 1, 1});
  };
  if (before->roles_claim != now->roles_claim) {
    add("claims", kUnclear, "roles are read from the claim " + now->roles_claim + "; before: " + before->roles_claim);
  }
  std::map<std::string, std::string> base_scopes;
  std::map<std::string, std::string> head_scopes;
  const auto words = [](const ScopeDeclaration& scope) {
    return std::string(NameOf(scope.type.value)) + " from the claim " + scope.claim.value;
  };
  for (const ScopeDeclaration& scope : before->scope) base_scopes[scope.name.value] = words(scope);
  for (const ScopeDeclaration& scope : now->scope) head_scopes[scope.name.value] = words(scope);
  for (const auto& [name, text] : head_scopes) {
    const auto old = base_scopes.find(name);
    if (old == base_scopes.end()) {
      add("scope " + name, kUnclear, "scope " + name + " is newly a " + text);
    } else if (old->second != text) {
      add("scope " + name, kUnclear, "scope " + name + " is a " + text + "; before: a " + old->second);
    }
  }
  for (const auto& [name, text] : base_scopes) {
    if (!head_scopes.contains(name)) add("scope " + name, kNarrows, "scope " + name + " comes from no claim any more");
  }
}

}  // namespace

std::vector<PolicyDiff> ComparePolicies(const PolicySide& base, const PolicySide& head) {
  std::vector<PolicyDiff> policies;
  const auto add = [&policies](std::string name, Changes changes) {
    PolicyDiff diff = Finish(std::move(name), std::move(changes));
    if (!diff.changes.empty()) policies.push_back(std::move(diff));
  };
  Changes access("access");
  CompareAccess(base, head, access);
  add("access", std::move(access));
  for (const auto& [name, source] : head.sources) {
    Changes changes("ceiling");
    const auto before = base.sources.find(name);
    if (before == base.sources.end()) {
      AddedSource(*source, changes);
    } else {
      CeilingComparison(*before->second, *source, changes).Compare();
    }
    add("source " + name, std::move(changes));
  }
  for (const auto& [name, source] : base.sources) {
    if (head.sources.contains(name)) continue;
    Changes changes("ceiling");
    changes.Add(name, kNarrows, "the source is gone");
    add("source " + name, std::move(changes));
  }
  return policies;
}

}  // namespace querygate::review
