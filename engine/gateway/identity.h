// From what the host says about the caller to a Caller.
#pragma once

#include <string>

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "engine/policy/access_rules.h"

namespace querygate {

// The error is one line for the host: its identity document is not usable.
// `on_host`: the request comes from whoever started the program, not over a server.
Expected<Caller, std::string> MakeCaller(const HostIdentity& identity, const AccessRules& rules, bool on_host);

}  // namespace querygate
