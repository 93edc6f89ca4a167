// One run of lint over files, folders or the whole deployment.
#pragma once

#include <string>
#include <vector>

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "engine/gateway/library.h"
#include "engine/lint/rule_levels.h"

namespace querygate {

struct LintSettings {
  RuleLevels levels;  // of the deployment
  Date today;         // UTC
};

Expected<FindingsReport, Unusable> RunLint(Library& library, const std::vector<std::string>& paths,
                                           const LintSettings& settings);

}  // namespace querygate
