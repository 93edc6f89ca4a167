// The compiled program as evidence: every b-tree it opens and every column it decodes must be declared,
// whatever the authorizer was or was not told.
#pragma once

#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/fault.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/base/expected.h"
#include "engine/policy/authorize.h"

struct sqlite3;

namespace querygate::sqlite {

class Authorizer;

// Prepares `EXPLAIN sql` under the active report policy and judges the opcodes. Rules: undeclared-read,
// virtual-table, outside-main, unknown-opcode, program-write, generated-source. Fails closed.
Expected<std::vector<Violation>, Fault> CheckProgram(sqlite3* connection, Authorizer& authorizer, std::string_view sql,
                                                     const AccessPolicy& policy, const Schema& schema);

}  // namespace querygate::sqlite
