#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "engine/policy/compile.h"
#include "engine/policy/compile_context.h"
#include "engine/policy/compile_stages.h"
#include "engine/policy/names.h"

namespace querygate {
namespace {

using compiling::CompileFileTables;
using compiling::Findings;
using compiling::IsSnakeCase;
using compiling::NameHelp;
using compiling::Quoted;

// The backends that a source may name; whether this build has one is for the backend registry to say.
constexpr auto kBackends = std::to_array<std::string_view>({"sqlite", "files", "postgres", "duckdb"});

constexpr std::string_view kInternalPrefix = "sqlite_";

bool Unseen(Findings& findings, std::set<std::string>& seen, const Located<std::string>& name, std::string_view what) {
  if (seen.insert(FoldName(name.value)).second) return true;
  findings.Add("duplicate-name", name.position, std::string(what) + " " + Quoted(name.value) + " is listed twice",
               "remove one of the two entries; case does not tell names apart");
  return false;
}

bool NotEmpty(Findings& findings, const Located<std::string>& name, std::string_view what) {
  if (!name.value.empty()) return true;
  findings.Add("invalid-value", name.position, "the name of a " + std::string(what) + " is empty",
               "write the name as the schema spells it");
  return false;
}

void CompileCeiling(Findings& findings, const SourceDeclaration& declaration, CompiledSource& source) {
  std::set<std::string> tables;
  for (const SourceDeclaration::Table& table : declaration.expose) {
    if (!NotEmpty(findings, table.name, "table")) continue;
    Unseen(findings, tables, table.name, "table");
    // The schema tables would show what the policy does not expose, our own views among it.
    if (FoldName(table.name.value).starts_with(kInternalPrefix)) {
      findings.Add("reserved-name", table.name.position, Quoted(table.name.value) + " belongs to the database itself",
                   "expose tables and views of the schema only");
    }
    source.ceiling.AllowTable(table.name.value, table.name.position);
    std::set<std::string> columns;
    for (const Located<std::string>& column : table.columns) {
      if (!NotEmpty(findings, column, "column")) continue;
      Unseen(findings, columns, column, "column");
      source.ceiling.AllowColumn(table.name.value, column.value, column.position);
    }
  }
  std::set<std::string> functions;
  for (const Located<std::string>& function : declaration.functions) {
    if (!NotEmpty(findings, function, "function")) continue;
    Unseen(findings, functions, function, "function");
    source.ceiling.AllowFunction(function.value, function.position);
  }
  if (declaration.recursive) source.ceiling.AllowRecursion({});
}

std::vector<std::string> ExposedTables(const SourceDeclaration& declaration) {
  std::vector<std::string> names;
  names.reserve(declaration.expose.size());
  for (const SourceDeclaration::Table& table : declaration.expose) names.push_back(table.name.value);
  for (const FileTableDeclaration& table : declaration.tables) names.push_back(table.name.value);
  return names;
}

// A misspelt table here would leave the real one unscoped, hence an error and not advice.
void CompileRowScope(Findings& findings, const SourceDeclaration& declaration, CompiledSource& source) {
  std::set<std::string> tables;
  for (const SourceDeclaration::ScopedTable& table : declaration.row_scope) {
    Unseen(findings, tables, table.name, "table");
    if (source.ceiling.FindTable(table.name.value) == nullptr) {
      findings.Add("invalid-row-scope", table.name.position,
                   "row scope names " + Quoted(table.name.value) + ", which the source does not expose",
                   NameHelp(table.name.value, ExposedTables(declaration), "exposed tables"));
    }
    if (table.columns.empty()) {
      findings.Add("invalid-row-scope", table.name.position,
                   "the row scope of " + Quoted(table.name.value) + " names no column",
                   "write `COLUMN: SCOPE`, or remove the table from `row_scope`");
    }
    RowScope scope{table.name.value, {}};
    std::set<std::string> columns;
    for (const auto& [column, scope_name] : table.columns) {
      if (!NotEmpty(findings, column, "column")) continue;
      Unseen(findings, columns, column, "column");
      if (!IsSnakeCase(scope_name.value)) {
        findings.Add("invalid-value", scope_name.position, Quoted(scope_name.value) + " is not a scope name",
                     "scope names match [a-z][a-z0-9_]*");
      }
      scope.columns.emplace_back(column.value, scope_name.value);
    }
    source.row_scope.push_back(std::move(scope));
  }
}

void CompileLarge(Findings& findings, const SourceDeclaration& declaration, CompiledSource& source) {
  std::set<std::string> tables;
  for (const Located<std::string>& table : declaration.large) {
    Unseen(findings, tables, table, "table");
    if (source.ceiling.FindTable(table.value) == nullptr) {
      findings.Add("invalid-value", table.position,
                   Quoted(table.value) + " is called large, but the source does not expose it",
                   NameHelp(table.value, ExposedTables(declaration), "exposed tables"));
    }
    source.large.push_back(table.value);
  }
}

void CompileSchema(Findings& findings, const SourceDeclaration& declaration, CompiledSource& source) {
  if (declaration.schema_text == nullptr) {
    findings.Add("unreadable-file", declaration.schema.position,
                 "the schema snapshot " + Quoted(declaration.schema.value) + " cannot be read",
                 "put the database's DDL beside the policy file");
    return;
  }
  source.schema_sql = declaration.schema_text->text();
  if (source.schema_sql.find_first_not_of(" \t\r\n") == std::string::npos) {
    findings.Add("invalid-schema", declaration.schema.position,
                 "the schema snapshot " + Quoted(declaration.schema.value) + " is empty",
                 "write the database's CREATE statements into it");
  } else if (source.schema_sql.find('\0') != std::string::npos) {
    findings.Add("invalid-schema", declaration.schema.position,
                 "the schema snapshot " + Quoted(declaration.schema.value) + " holds a NUL character",
                 "save the DDL as UTF-8 text");
  }
}

}  // namespace

Compiled<CompiledSource> CompileSource(std::shared_ptr<const SourceDeclaration> declaration) {
  Findings findings(declaration->text);
  CompiledSource source;
  source.name = declaration->name;
  source.backend = declaration->backend.value;
  source.declaration = declaration;
  if (std::find(kBackends.begin(), kBackends.end(), source.backend) == kBackends.end()) {
    const std::vector<std::string> known(kBackends.begin(), kBackends.end());
    findings.Add("invalid-value", declaration->backend.position, Quoted(source.backend) + " is not a backend",
                 NameHelp(source.backend, known, "backends"));
  }
  if (source.backend == kFilesBackend) {
    CompileFileTables(findings, *declaration, source);
  } else {
    CompileSchema(findings, *declaration, source);
  }
  CompileCeiling(findings, *declaration, source);
  CompileRowScope(findings, *declaration, source);
  CompileLarge(findings, *declaration, source);

  Compiled<CompiledSource> compiled;
  compiled.diagnostics = findings.Take();
  if (HasErrors(compiled.diagnostics)) return compiled;
  source.digest = compiling::DigestOf(source);
  compiled.value = std::make_shared<const CompiledSource>(std::move(source));
  return compiled;
}

}  // namespace querygate
