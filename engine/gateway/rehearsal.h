// Every report over every database that it may be called with, before anybody calls.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/gateway/deployment.h"
#include "engine/gateway/gateway.h"
#include "engine/gateway/library.h"

namespace querygate {

// What a call would do before it reads a row.
using RehearseOne = std::function<std::optional<Failure>(const std::shared_ptr<const CompiledReport>& report,
                                                         const DataPlace& place)>;

// Drafts and retired reports are left out: nobody is answered by them. One entry for each report and database that does
// not fit; ends early when `stop` says so.
std::vector<UnfitReport> FindUnfitReports(Library& library, const Deployment& deployment, const RehearseOne& rehearse,
                                          const std::stop_token& stop);

}  // namespace querygate
