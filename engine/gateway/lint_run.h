// One run of lint over files, folders or the whole deployment.
#pragma once

#include <string>
#include <vector>

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "engine/gateway/library.h"

namespace querygate {

Expected<LintSummary, Unusable> RunLint(Library& library, const std::vector<std::string>& paths);

}  // namespace querygate
