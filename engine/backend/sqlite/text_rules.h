// What only the text shows: refused words, qualified names, CTE names, identifiers that no event would
// report, LIMIT, window and top-level order. Works on real tokens and on the schema, never on patterns.
#pragma once

#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/policy/compiled_report.h"

namespace querygate::sqlite {

// Rules (aliases): nul-in-sql, unterminated-comment, several-statements, refused-word, qualified-name,
// unknown-collation, shadowing-cte, unused-cte, private-name, unordered-window, unordered-limit,
// unordered-rows, arbitrary-value, positional-parameter, and the same for every view the statement reaches (message says
// which). Only errors that must also stop a run belong here.
std::vector<Violation> CheckText(const CompiledReport& report, const CompiledQuery& query,
                                 const CompiledStatement& statement, const Schema& schema);

// Columns (as spelt in the schema) and functions (lower case) that a generated column's expression or an
// index's expressions use, found in the object's DDL. `understood` is false when the text could not be
// followed: the caller then refuses.
struct ExpressionSources {
  bool understood = false;
  std::vector<std::string> columns;
  std::vector<std::string> functions;
};
ExpressionSources GeneratedColumnSources(const SchemaObject& table, std::string_view column);  // transitive
ExpressionSources IndexExpressionSources(const SchemaObject& table, const SchemaIndex& index);

}  // namespace querygate::sqlite
