#include <algorithm>
#include <set>

#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"

namespace querygate::compiling {
namespace {

std::vector<std::string> Spellings(const std::map<std::string, Grant, std::less<>>& grants) {
  std::vector<std::string> names;
  names.reserve(grants.size());
  for (const auto& [folded, grant] : grants) names.push_back(grant.spelling);
  return names;
}

std::vector<std::string> TableSpellings(const Allowlist& allowlist) {
  std::vector<std::string> names;
  names.reserve(allowlist.tables().size());
  for (const auto& [folded, table] : allowlist.tables()) names.push_back(table.grant.spelling);
  return names;
}

// Names compare as the database compares them, so that `Units` beside `units` is seen as the slip it is.
void FindDuplicate(ReportContext& context, std::set<std::string>& seen, const Located<std::string>& name,
                   std::string_view what) {
  if (seen.insert(FoldName(name.value)).second) return;
  context.Find("duplicate-name", name.position, std::string(what) + " " + Quoted(name.value) + " is listed twice",
               "remove one of the two entries; case does not tell names apart");
}

void CompileTable(ReportContext& context, const AllowDeclaration::Table& table, const Allowlist* ceiling) {
  const std::string& source = context.declaration.source.value;
  context.report.allowlist.AllowTable(table.name.value, table.name.position);
  const bool exposed = ceiling == nullptr || ceiling->FindTable(table.name.value) != nullptr;
  if (!exposed) {
    context.Find("above-ceiling", table.name.position,
                 "source " + Quoted(source) + " does not expose " + Quoted(table.name.value),
                 NameHelp(table.name.value, TableSpellings(*ceiling), "exposed tables"));
  }
  std::set<std::string> seen;
  for (const Located<std::string>& column : table.columns) {
    FindDuplicate(context, seen, column, "column");
    context.report.allowlist.AllowColumn(table.name.value, column.value, column.position);
    if (ceiling == nullptr || !exposed || ceiling->FindColumn(table.name.value, column.value) != nullptr) continue;
    context.Find("above-ceiling", column.position,
                 "source " + Quoted(source) + " does not expose " + Quoted(table.name.value + "." + column.value),
                 NameHelp(column.value, Spellings(ceiling->FindTable(table.name.value)->columns),
                          "exposed columns of " + Quoted(table.name.value)));
  }
}

void FindMissingSource(ReportContext& context) {
  const Located<std::string>& source = context.declaration.source;
  const auto& known = context.inputs.known_sources;
  if (std::find(known.begin(), known.end(), source.value) != known.end()) {
    context.Find("unknown-source", source.position, "the policy of source " + Quoted(source.value) + " has errors",
                 "correct policies/sources/" + source.value + ".yaml first");
    return;
  }
  context.Find("unknown-source", source.position, "no policy declares the source " + Quoted(source.value),
               NameHelp(source.value, known, "sources"));
}

}  // namespace

void CompileAllowlist(ReportContext& context) {
  const CompiledSource* source = context.inputs.source.get();
  const AllowDeclaration& allow = context.declaration.allow;
  const Allowlist* ceiling = source == nullptr ? nullptr : &source->ceiling;
  if (source == nullptr) FindMissingSource(context);

  std::set<std::string> tables;
  for (const AllowDeclaration::Table& table : allow.tables) {
    FindDuplicate(context, tables, table.name, "table");
    CompileTable(context, table, ceiling);
  }
  std::set<std::string> functions;
  for (const Located<std::string>& function : allow.functions) {
    FindDuplicate(context, functions, function, "function");
    context.report.allowlist.AllowFunction(function.value, function.position);
    if (ceiling == nullptr || ceiling->FindFunction(function.value) != nullptr) continue;
    context.Find("above-ceiling", function.position,
                 "source " + Quoted(source->name) + " does not permit the function " + Quoted(function.value),
                 NameHelp(function.value, Spellings(ceiling->functions()), "permitted functions"));
  }
  if (allow.recursive) {
    context.report.allowlist.AllowRecursion(allow.recursive_position);
    if (ceiling != nullptr && ceiling->recursion() == nullptr) {
      context.Find("above-ceiling", allow.recursive_position,
                   "source " + Quoted(source->name) + " does not permit recursive queries",
                   "write the query without recursion, or ask for `recursive: true` in the source's policy");
    }
  }
  if (source == nullptr) return;
  for (const RowScope& scope : source->row_scope) {
    if (context.report.allowlist.FindTable(scope.table) != nullptr) context.report.row_scope.push_back(scope);
  }
}

}  // namespace querygate::compiling
