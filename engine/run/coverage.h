// Builds the statement of how far an absence of rows can be believed.
#pragma once

#include <string>
#include <vector>

#include "engine/base/calendar.h"
#include "engine/contract/parameter_spec.h"
#include "engine/contract/row_set.h"
#include "engine/policy/compiled_report.h"
#include "engine/run/query_reader.h"

namespace querygate {

// `answers` are in the order of the report's queries; `absent_matched[i]` says whether some delivered row
// matched rule.absent[i].
Coverage BuildCoverage(const CoverageRule& rule, const std::vector<BoundParameter>& parameters,
                       const std::vector<QueryAnswer>& answers, const std::vector<bool>& absent_matched,
                       const Instant& observed_at, std::vector<std::string> truncated);

}  // namespace querygate
