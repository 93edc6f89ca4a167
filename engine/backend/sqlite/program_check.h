// The compiled program as evidence: every b-tree it opens and every column it decodes must be declared,
// whatever the authorizer was or was not told.
#pragma once

#include <string_view>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/sqlite/fault.h"
#include "engine/backend/sqlite/program_listing.h"
#include "engine/backend/sqlite/schema.h"
#include "engine/base/expected.h"
#include "engine/policy/authorize.h"

struct sqlite3;

namespace querygate::sqlite {

class Authorizer;

// Judges the opcodes. Rules: undeclared-read, virtual-table, outside-main, unknown-opcode, program-write,
// unlisted-function. Pure; fails closed.
std::vector<Violation> JudgeProgram(const Program& program, const AccessPolicy& policy, const Schema& schema);

// Prepares `EXPLAIN sql` under the report policy and judges what it lists.
Expected<std::vector<Violation>, Fault> CheckProgram(sqlite3* connection, Authorizer& authorizer, std::string_view sql,
                                                     const AccessPolicy& policy, const Schema& schema);

}  // namespace querygate::sqlite
