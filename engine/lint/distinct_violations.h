// What of a statement's violations is worth telling: the gate reports whatever any of its means saw, an author
// should hear of each mistake once.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/backend/backend.h"

namespace querygate {

// Each fault once, where it is best placed, and none that merely follows from another: the rest of a text that
// holds no single query, the order of rows that cannot be read, the name of a column that is reported as unlisted.
// Columns of one unlisted table become one violation whose subject is the table; `columns` collects them.
struct DistinctViolation {
  Violation violation;
  std::vector<std::string> columns;  // of an unlisted table, as the schema spells them; sorted
};
std::vector<DistinctViolation> Distinct(std::span<const Violation> violations);

}  // namespace querygate
