// Which reports a served caller may know of.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "engine/gateway/library.h"

namespace querygate {

Expected<std::vector<std::shared_ptr<const CompiledReport>>, Unusable> ReachableReports(Library& library,
                                                                                        const HostIdentity& identity);

// What was found, or UnknownReport where this caller must not know of it.
Expected<std::shared_ptr<const CompiledReport>, CallError> KeepReachable(
    Library& library, const HostIdentity& identity, Expected<std::shared_ptr<const CompiledReport>, CallError> found,
    const std::string& id);

}  // namespace querygate
