// From a caller's arguments to values that can be bound. Judged before any source is opened.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/base/argument.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/contract/parameter_spec.h"
#include "engine/policy/access_rules.h"
#include "engine/policy/compiled_report.h"

namespace querygate {

struct Bindings {
  std::vector<BoundParameter> parameters;  // as in the report
  ScopeValues scope;                       // for row scope
};

// Precedence: unknown_argument; then parameters as declared (those from scope included); then windows;
// then scope values that row scope needs (scope_unavailable).
Expected<Bindings, Rejection> BindArguments(const CompiledReport& report, const AccessRules& rules, const Caller& caller,
                                            const Permission& permission, const Arguments& arguments, const Instant& now);

}  // namespace querygate
