// Searches the neighbourhood of existing cases for a call that tells a wrong version from the right one.
#pragma once

#include <optional>
#include <vector>

#include "engine/review/trial/mutant.h"
#include "engine/review/trial/mutate.h"
#include "engine/review/trial/prepared_case.h"

namespace querygate::trial {

// Tries at most kMaxProbes changes of the given inputs; the first whose two answers differ. Empty when there is none
// among them, which proves nothing.
inline constexpr std::size_t kMaxProbes = 400;
std::optional<Counterexample> FindCounterexample(const Subject& subject, const std::vector<CaseInput>& inputs,
                                                 const Mutant& mutant);

}  // namespace querygate::trial
