#include "engine/render/grant_words.h"

#include <algorithm>

namespace querygate {

std::vector<GrantLine> GrantLines(const CompiledReport& report) {
  std::vector<GrantLine> lines;
  for (const auto& [folded, table] : report.allowlist.tables()) {
    if (table.columns.empty()) lines.push_back({table.grant.spelling + " (rows)", table.grant.position.line});
    for (const auto& [column, grant] : table.columns) {
      lines.push_back({table.grant.spelling + '.' + grant.spelling, grant.position.line});
    }
  }
  for (const auto& [folded, grant] : report.allowlist.functions()) {
    lines.push_back({"function " + grant.spelling, grant.position.line});
  }
  if (const Grant* recursion = report.allowlist.recursion()) lines.push_back({"recursion", recursion->position.line});
  std::stable_sort(lines.begin(), lines.end(), [](const GrantLine& a, const GrantLine& b) { return a.line < b.line; });
  return lines;
}

std::vector<std::string> RowScopeLines(const CompiledReport& report) {
  std::vector<std::string> lines;
  for (const RowScope& scope : report.row_scope) {
    std::string text = scope.table + ":";
    for (const auto& [column, name] : scope.columns) {
      text += (text.back() == ':' ? " " : ", ") + column + " = scope " + name;
    }
    lines.push_back(std::move(text));
  }
  return lines;
}

}  // namespace querygate
