// Whether a report could be called over a database as it is now.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/backend/backend.h"

namespace querygate {

// What lint would say of these statements, in one line; empty when nothing is wrong.
std::string ComplaintOf(const Inspection& inspection);

// Opens, prepares and checks everything that a call needs, and runs nothing. A database in which a statement reaches what
// the policy does not list is `schema_drift`: lint has seen the policy's own schema.
std::optional<Failure> Rehearse(const std::shared_ptr<const CompiledReport>& report, AttachedSource& source,
                                const CallContext& context);

}  // namespace querygate
