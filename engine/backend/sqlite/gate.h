// Everything a statement must pass before it may run, at lint time and at run time alike.
#pragma once

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/authorizer.h"
#include "engine/backend/sqlite/fault.h"
#include "engine/backend/sqlite/handles.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/base/expected.h"
#include "engine/policy/authorize.h"
#include "engine/policy/compiled_report.h"

namespace querygate::sqlite {

struct GatedStatement {
  StatementHandle statement;         // null when there are violations
  StatementFacts facts;              // `plan` only when asked for
  std::vector<int> slot_indexes;     // for each Slot: its parameter number in the statement
  std::vector<int> column_indexes;   // for each declared column: its number in the result
};

// The caller has begun a transaction, `schema` was read in it, the authorizer is in kDenyAll (and is again
// afterwards). A Fault is something that is not the declaration's doing: busy, I/O, memory, interrupt.
Expected<GatedStatement, Fault> GateStatement(sqlite3* connection, Authorizer& authorizer, const AccessPolicy& policy,
                                              const Schema& schema, const CompiledReport& report, const CompiledQuery& query,
                                              const CompiledStatement& statement, bool with_plan);

// The objects that the allowlist names, as this schema has them: missing ones, views over scoped tables, an
// empty column name, a text encoding other than UTF-8. Rules: unknown-table, unknown-column,
// view-over-scoped, empty-column-name, text-encoding, virtual-table, generated-source.
std::vector<Violation> CheckDeclaredObjects(const Schema& schema, const AccessPolicy& policy, const CompiledReport& report);

}  // namespace querygate::sqlite
