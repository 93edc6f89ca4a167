// Which rows a caller sees, whatever the SQL says.
#include <algorithm>
#include <map>

#include "engine/policy/allowlist.h"
#include "engine/review/diff/topic.h"

namespace querygate::review {
namespace {

// Column to scope name, for each folded table.
using Filters = std::map<std::string, std::map<std::string, std::string>>;

Filters FiltersOf(const CompiledReport& report) {
  Filters filters;
  for (const RowScope& scope : report.row_scope) {
    for (const auto& [column, name] : scope.columns) filters[FoldName(scope.table)][FoldName(column)] = name;
  }
  return filters;
}

std::string Spelling(const CompiledReport& report, const std::string& folded) {
  const Allowlist::Table* table = report.allowlist.FindTable(folded);
  return table == nullptr ? folded : table->grant.spelling;
}

void CompareTable(const ReportPair& pair, const std::string& table, const std::map<std::string, std::string>& base,
                  const std::map<std::string, std::string>& head, const std::vector<std::string>& callers,
                  Changes& changes) {
  const std::string name = Spelling(pair.head(), table);
  const SourceDeclaration& source = *pair.head().source->declaration;
  const auto place = [&](Change& change) { Changes::Locate(change, *source.text, source.backend.position); };
  for (const auto& [column, scope] : base) {
    const auto now = head.find(column);
    if (now != head.end() && now->second == scope) continue;
    if (now != head.end()) {
      place(changes.Add(name + "." + column, kUnclear,
                        "rows of " + name + " are filtered by the scope " + now->second + "; before: by " + scope));
      continue;
    }
    Change& change = changes.Add(name + "." + column, callers.empty() ? kNoEffect : kWidens,
                                 "rows of " + name + " are no longer filtered by " + column);
    place(change);
    change.callers = callers;
    if (!callers.empty()) {
      change.datum = "rows of " + name + " with any " + column + " are newly visible to " + Listed(callers);
    }
  }
  for (const auto& [column, scope] : head) {
    if (base.contains(column)) continue;
    place(changes.Add(name + "." + column, kNarrows, "rows of " + name + " are newly filtered by " + column));
  }
}

}  // namespace

void CompareRowScope(const ReportPair& pair, Changes& changes) {
  const Filters base = FiltersOf(pair.base());
  const Filters head = FiltersOf(pair.head());
  const std::vector<std::string> callers = CallersInHead(pair);
  for (const auto& [table, entry] : pair.head().allowlist.tables()) {
    if (pair.base().allowlist.FindTable(table) == nullptr) continue;  // the whole table is new: a grant
    const auto before = base.find(table);
    const auto now = head.find(table);
    CompareTable(pair, table, before == base.end() ? std::map<std::string, std::string>() : before->second,
                 now == head.end() ? std::map<std::string, std::string>() : now->second, callers, changes);
  }
  // A scope value of a table that is gone: who lacks it could not call and now can.
  for (const auto& [table, filters] : base) {
    if (pair.head().allowlist.FindTable(table) != nullptr) continue;
    Change& change = changes.Add(table, callers.empty() ? kNoEffect : kWidens,
                                 "the scope that filtered " + table + " is no longer needed to call it");
    change.callers = callers;
    if (callers.empty()) continue;
    std::vector<std::string> names;
    for (const auto& [column, scope] : filters) names.push_back(scope);
    change.datum = "an answer for somebody without the scope " + Listed(names);
  }
}

}  // namespace querygate::review
