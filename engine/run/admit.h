// Whether a call may be made, and with what bound: everything that is decided before a source is opened.
#pragma once

#include "engine/base/argument.h"
#include "engine/base/expected.h"
#include "engine/base/rejection.h"
#include "engine/policy/access_rules.h"
#include "engine/policy/compiled_report.h"
#include "engine/run/bind.h"

namespace querygate {

// Precedence: report_retired; not_permitted for the report as a whole; then that of BindArguments.
Expected<Bindings, Rejection> Admit(const CompiledReport& report, const AccessRules& rules, const Caller& caller,
                                    const Arguments& arguments, const Instant& now);

}  // namespace querygate
