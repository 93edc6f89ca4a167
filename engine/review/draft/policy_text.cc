#include "engine/review/draft/policy_text.h"

#include <algorithm>
#include <array>
#include <map>

#include "engine/base/budget.h"
#include "engine/policy/allowlist.h"
#include "engine/review/draft/declaration_text.h"
#include "engine/review/draft/yaml_text.h"

namespace querygate::draft {
namespace {

// A short argument to these can make a long value.
constexpr auto kAmplifying = std::to_array<std::string_view>(
    {"format", "group_concat", "hex", "printf", "quote", "randomblob", "replace", "string_agg", "zeroblob"});

constexpr std::int64_t kKibibyte = 1024;

std::string Size(std::int64_t bytes) {
  const std::int64_t mebibyte = kKibibyte * kKibibyte;
  if (bytes % mebibyte == 0) return std::to_string(bytes / mebibyte) + "MiB";
  return bytes % kKibibyte == 0 ? std::to_string(bytes / kKibibyte) + "KiB" : std::to_string(bytes);
}

}  // namespace

std::string SourcePolicyText(const std::string& name, const std::string& schema_file,
                             const std::vector<AccessUse>& uses) {
  std::map<std::string, std::vector<std::string>> tables;
  std::vector<std::string> functions, amplifying;
  bool recursive = false;
  for (const AccessUse& use : uses) {
    if (use.kind == AccessUse::Kind::kTable) tables[use.object];
    if (use.kind == AccessUse::Kind::kColumn) tables[use.object].push_back(use.column);
    if (use.kind == AccessUse::Kind::kRecursion) recursive = true;
    if (use.kind != AccessUse::Kind::kFunction) continue;
    functions.push_back(FoldName(use.object));
    if (std::find(kAmplifying.begin(), kAmplifying.end(), functions.back()) != kAmplifying.end()) {
      amplifying.push_back(functions.back());
    }
  }
  const std::string decide = "# " + std::string(kDecide);
  std::string text = "# The ceiling of what any report on this source may list: so far what one report reads.\n" +
                     decide + "what may be shown of it at all, and who answers for that\n" + decide +
                     "row_scope: whether callers see only their own rows of a table\n"
                     "apiVersion: querygate/v1\n"
                     "kind: Source\n"
                     "description: " +
                     YamlString("The database of the source " + name + ".") +
                     "\n"
                     "backend: sqlite\n"
                     "schema: " +
                     YamlString(schema_file) + "\nexpose:";
  text += tables.empty() ? " {}\n" : "\n";
  for (const auto& [table, columns] : tables) text += "  " + YamlString(table) + ": " + YamlList(columns) + '\n';
  text += "functions: " + YamlList(functions);
  if (!amplifying.empty()) {
    text += "  " + decide + "whether " + YamlList(amplifying) + " may be called: short values become long ones";
  }
  text += '\n';
  if (recursive) text += "recursive: true  " + decide + "whether recursive queries may run at all\n";
  return text;
}

std::string DefaultLimitsText() {
  const Budget budget;
  return "apiVersion: querygate/v1\n"
         "kind: Limits\n"
         "description: What a report that names no limits may spend in one call.\n"
         "deadline: " +
         std::to_string(budget.deadline.count()) + "ms\nlock_wait: " + std::to_string(budget.lock_wait.count()) +
         "ms\nvm_steps: " + std::to_string(budget.vm_steps) + "\nsource_rows: " + std::to_string(budget.source_rows) +
         "\ngroups: " + std::to_string(budget.groups) + "\nresult_bytes: " + Size(budget.result_bytes) +
         "\nvalue_bytes: " + std::to_string(budget.value_bytes) + "\nsql_bytes: " + std::to_string(budget.sql_bytes) +
         "\nmemory: " + Size(budget.memory) + '\n';
}

std::string GatewayText(const std::string& source, const std::string& database) {
  YamlMapping mapping;
  mapping.AddString("path", database);
  return "apiVersion: querygate/v1\n"
         "kind: Gateway\n"
         "# Which database serves which source. Paths are relative to this file.\n"
         "sources:\n" +
         mapping.Write(source, 2);
}

}  // namespace querygate::draft
