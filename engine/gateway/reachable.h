// Which reports a served caller may know of.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "engine/gateway/library.h"

namespace querygate {

Expected<std::vector<std::shared_ptr<const CompiledReport>>, Unusable> ReachableReports(Library& library,
                                                                                        const HostIdentity& identity);

Expected<bool, Unusable> IsReachable(Library& library, const HostIdentity& identity, const CompiledReport& report);

}  // namespace querygate
