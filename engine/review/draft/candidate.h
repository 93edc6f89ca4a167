// One way to declare a value. A draft lists several, the likeliest first, and keeps the first that fits what is
// stored or sent.
#pragma once

#include <string>
#include <vector>

#include "engine/declaration/report.h"

namespace querygate::draft {

template <typename T>
struct Candidate {
  T declaration;
  std::string decide;  // what a person has to decide about it; may be empty
};

using ColumnCandidates = std::vector<Candidate<ColumnDeclaration>>;
using ParameterCandidates = std::vector<Candidate<ParameterDeclaration>>;

template <typename T>
Located<T> Unplaced(T value) {
  return {std::move(value), {}};
}

inline Scalar PlainScalar(std::string text) { return {std::move(text), false, {}}; }

}  // namespace querygate::draft
