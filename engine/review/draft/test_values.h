// Invented values for a first test: arguments that the report accepts, and rows that meet its conditions as far as
// these compare columns with arguments and literals.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/backend/scratch.h"
#include "engine/base/argument.h"
#include "engine/policy/compiled_report.h"

namespace querygate::draft {

// A value of the parameter's own domain; nothing when none can be thought of.
std::optional<Argument> ArgumentFor(const ParameterSpec& spec, const ParameterFacts* facts);

// Columns that must hold one value, by folded "table.column".
using FixedValues = std::map<std::string, Value, std::less<>>;

// From what the statement compares: with `bound` arguments, with literals, with NULL.
FixedValues FixedBy(const CompiledReport& report, const StatementSurvey& statement,
                    const std::vector<BoundParameter>& bound);

struct RowPlan {
  int rows = 1;            // in each table
  std::int64_t first = 1;  // the number that the first row's integers are
};

// Rows for every table that the report reads: the columns that it reads, those of row scope, and those that the
// schema wants filled. Equal numbers in all tables, so that joins by identifiers meet.
std::vector<ScratchRow> InventRows(const CompiledReport& report, const SchemaSurvey& schema, const FixedValues& fixed,
                                   RowPlan plan);

}  // namespace querygate::draft
