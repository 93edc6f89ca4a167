// What tells findings apart across versions of a file.
#pragma once

#include <string>
#include <vector>

#include "engine/base/diagnostic.h"

namespace querygate {

// One for each finding, in their order: `HASH:N`. The hash covers rule, file and the line's text without its white
// space, so that it stays when other lines move; N counts findings with the same hash from 1, in order of position.
// Precondition: sorted.
std::vector<std::string> Fingerprints(const std::vector<const Diagnostic*>& findings);

}  // namespace querygate
