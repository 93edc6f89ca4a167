// A source without a database, as callers and operators are told.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "engine/gateway/deployment.h"
#include "engine/gateway/library.h"

namespace querygate {

// `${…}` without a value or a missing file is for the operator to mend; no location at all is a fault of the
// deployment; a scope without a database is the caller's.
using LocationError = std::variant<CallError, Rejection, Failure>;

LocationError Explain(const NoLocation& missing, const std::string& source);

// The first source of a report that can be served and that has no database, whoever asks.
std::optional<Unusable> FindMissingSource(Library& library, const Deployment& deployment);

}  // namespace querygate
