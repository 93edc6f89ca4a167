// The stages of compiling a report, in the order in which they run. Each reads the declaration and what
// earlier stages built, adds its part, and reports every mistake it sees.
#pragma once

#include "engine/policy/compile_context.h"

namespace querygate::compiling {

void CompileStatus(ReportContext& context);
void CompileBudget(ReportContext& context);
void CompileAllowlist(ReportContext& context);  // against the source's ceiling; row scope of what is listed
void CompileParameters(ReportContext& context);
void CompileWindows(ReportContext& context);
void CompileQueries(ReportContext& context);  // columns, rows, binds and SQL of each
void CompileResult(ReportContext& context);   // parts and groups; marks the queries that need an order
void CompileCoverage(ReportContext& context);
void CheckEverythingUsed(ReportContext& context);
void CompileReasons(ReportContext& context);

// Pieces of CompileQueries and CompileResult with a file of their own.
void CompileColumns(ReportContext& context, const QueryDeclaration& declaration, CompiledQuery& query);
void CompileBinds(ReportContext& context, const QueryDeclaration& declaration, CompiledQuery& query);
void CompileRows(ReportContext& context, const QueryDeclaration& declaration, CompiledQuery& query);
void CompileSql(ReportContext& context, const QueryDeclaration& declaration, CompiledQuery& query);
GroupSpec CompileGroup(ReportContext& context, const GroupDeclaration& declaration);

// SHA-256 over all that decides behaviour: not positions, descriptions or owners.
// The tables of a source over files: its schema and its ceiling at once.
void CompileFileTables(Findings& findings, const SourceDeclaration& declaration, CompiledSource& source);

std::string DigestOf(const CompiledReport& report);
std::string DigestOf(const CompiledSource& source);

}  // namespace querygate::compiling
