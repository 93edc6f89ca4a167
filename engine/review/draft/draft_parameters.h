// How a parameter could be declared, from what it is compared with.
#pragma once

#include <string>

#include "engine/backend/survey.h"
#include "engine/review/draft/candidate.h"

namespace querygate::draft {

// `declared_type` is that of the column it is compared with; empty when it is no column.
ParameterCandidates CandidatesFor(const ParameterFacts& parameter, const std::string& declared_type);

}  // namespace querygate::draft
