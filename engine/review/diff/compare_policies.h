// What bounds every report: the ceilings of sources, and how identities become roles and scope.
#pragma once

#include <vector>

#include "engine/review/diff/change.h"
#include "engine/review/diff/side.h"

namespace querygate::review {

// Only those that changed.
std::vector<PolicyDiff> ComparePolicies(const PolicySide& base, const PolicySide& head);

}  // namespace querygate::review
