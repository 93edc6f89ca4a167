// How the parameters of a statement are used.
#pragma once

#include <span>
#include <vector>

#include "engine/backend/sqlite/expression_facts.h"
#include "engine/backend/survey.h"

namespace querygate::sqlite {

// The names alone.
void NameParameters(std::span<const SqlToken> tokens, std::vector<ParameterFacts>& parameters);

// The most telling use of each: a comparison with a column before one with anything else.
void SurveyParameters(const QueryText& text, ExpressionReader& expressions, std::vector<ParameterFacts>& parameters);

// Comparisons of columns with literals.
void SurveyLiterals(const QueryText& text, ExpressionReader& expressions, std::vector<ComparedLiteral>& literals);

}  // namespace querygate::sqlite
