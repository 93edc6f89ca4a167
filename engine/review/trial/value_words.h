// Values in messages about tests: with their type, on one line.
#pragma once

#include <string>

#include "engine/contract/column_spec.h"
#include "engine/contract/row_set.h"
#include "engine/declaration/report_test.h"
#include "engine/run/outcome.h"

namespace querygate::trial {

// `integer 5`, `text "5"`, `null`; long text is cut.
std::string Words(const Cell& value);

// The value as it would be delivered. Precondition: no bytes.
Cell ToCell(const TestValue& value);

// `2 rows`, `a rejection, not_found`, `a failure, query_failed`.
std::string Words(const Outcome& outcome);

// A whole row as JSON, cut to fit a line.
std::string RowWords(const RowSet& rows, std::size_t row);

// The body that a caller would see.
std::string Body(const Outcome& outcome);

}  // namespace querygate::trial
