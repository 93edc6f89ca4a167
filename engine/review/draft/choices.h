// Values that a database stores now, as the choices of a parameter. Only where somebody asked: what is stored then
// stands in a declaration.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/base/expected.h"
#include "engine/policy/compiled_source.h"
#include "engine/review/draft/candidate.h"

namespace querygate::draft {

inline constexpr std::size_t kMostChoices = 100;

// The distinct values of a column, in order; none when there are more than kMostChoices.
Expected<std::vector<Value>, Failure> StoredValues(const Backend& backend,
                                                   const std::shared_ptr<const CompiledSource>& source,
                                                   const std::string& database, const ColumnOrigin& column,
                                                   const Clock& clock);

// Makes them the parameter's enum where its type has one.
void Offer(const std::vector<Value>& values, Candidate<ParameterDeclaration>& parameter);

}  // namespace querygate::draft
