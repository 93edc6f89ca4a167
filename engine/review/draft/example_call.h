// A call of the drafted report with the values that its author gave.
#pragma once

#include <memory>
#include <string>

#include "engine/backend/backend.h"
#include "engine/base/argument.h"
#include "engine/base/expected.h"
#include "engine/policy/compiled_report.h"
#include "engine/run/bind.h"

namespace querygate::draft {

// As whoever runs the program, whatever the access policy says: a draft has no callers yet.
Expected<Bindings, Rejection> BindExample(const CompiledReport& report, const Arguments& example,
                                          const Arguments& scope, const Instant& now);

// How the call ends, as a note: "a run of it delivers 3 rows".
std::string TellRun(const std::shared_ptr<const CompiledReport>& report, const Bindings& bindings,
                    AttachedSource& source, const Clock& clock);

}  // namespace querygate::draft
