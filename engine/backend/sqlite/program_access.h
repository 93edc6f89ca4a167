// How a compiled program gets at its rows: what authors and reviewers should know about its cost.
#pragma once

#include <set>
#include <string>

#include "engine/backend/sqlite/program_listing.h"
#include "engine/backend/sqlite/schema.h"

namespace querygate::sqlite {

struct ProgramAccess {
  std::set<std::string> scanned;  // tables walked through as a whole, or an index of theirs; as the schema spells them
  bool automatic_index = false;   // an index is built for this statement alone
  bool sorts = false;             // rows are sorted in a private structure
};

// Loops that are left after their first row (the least or greatest key of an index) or at a bound are no scans.
ProgramAccess DescribeAccess(const Program& program, const Schema& schema);

}  // namespace querygate::sqlite
