// How a run of `test --mutate` is told.
#pragma once

#include <string>

#include "engine/gateway/gateway.h"

namespace querygate::cli {

struct MutantCounts {
  std::size_t killed = 0, survived = 0, equivalent = 0, invalid = 0;
  std::size_t generated() const { return killed + survived + equivalent + invalid; }
  // Of those that could be noticed, in tenths of a percent, rounded down. Precondition: there are some.
  std::size_t score() const { return killed * 1000 / (killed + survived); }
};
MutantCounts CountMutants(const trial::MutationResult& result);
MutantCounts CountMutants(const MutationSummary& summary);

// "61 mutants: 58 killed, 1 survived, 2 equivalent; score 98.3 %".
std::string MutantCountText(const MutantCounts& counts);

std::string MutationText(const MutationSummary& summary, bool colour);
std::string MutationJson(const MutationSummary& summary, bool colour);

}  // namespace querygate::cli
