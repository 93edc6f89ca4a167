#include "tools/querygate/use_text.h"

#include <map>

namespace querygate::cli {

std::string UseText(const AccessUse& use) {
  switch (use.kind) {
    case AccessUse::Kind::kTable:
      return use.object + " (rows)";
    case AccessUse::Kind::kColumn:
      return use.object + '.' + use.column;
    case AccessUse::Kind::kFunction:
      return "function " + use.object;
    case AccessUse::Kind::kRecursion:
      return "recursion";
  }
  return {};
}

std::vector<std::string> UseLines(const std::vector<AccessUse>& uses) {
  std::map<std::string, std::string> columns;  // by table
  std::vector<std::string> others;
  for (const AccessUse& use : uses) {
    if (use.kind != AccessUse::Kind::kTable && use.kind != AccessUse::Kind::kColumn) {
      others.push_back(UseText(use));
      continue;
    }
    std::string& text = columns[use.object];
    text += (text.empty() ? "" : ", ") + (use.kind == AccessUse::Kind::kTable ? "rows" : use.column);
  }
  std::vector<std::string> lines;
  for (const auto& [table, text] : columns) lines.push_back(table + ": " + text);
  lines.insert(lines.end(), others.begin(), others.end());
  return lines;
}

}  // namespace querygate::cli
