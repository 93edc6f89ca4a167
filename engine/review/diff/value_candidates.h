// Values at which two declarations can differ: members, bounds and their neighbours.
#pragma once

#include <vector>

#include "engine/review/diff/value_search.h"

namespace querygate::review {

// In the order in which they make good examples. Not for text: see FindText.
std::vector<TypedValue> Candidates(const ValueQuestion& question);

}  // namespace querygate::review
