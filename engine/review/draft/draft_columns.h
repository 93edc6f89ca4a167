// How a result column could be declared.
#pragma once

#include <string>

#include "engine/backend/survey.h"
#include "engine/base/value.h"
#include "engine/contract/column_spec.h"
#include "engine/review/draft/candidate.h"

namespace querygate::draft {

// `declared_type` is that of the column it stands for, empty for an expression.
ColumnCandidates CandidatesFor(const OutputFacts& output, const std::string& name, const std::string& declared_type);

// The judgement that a call would make of a stored value; NULL is left to `nullable`.
ColumnSpec JudgeOf(const ColumnDeclaration& column);

}  // namespace querygate::draft
