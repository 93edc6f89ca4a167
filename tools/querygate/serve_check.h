// `serve --check`: everything that serving needs, tried without serving.
#pragma once

#include "engine/gateway/gateway.h"
#include "tools/querygate/command.h"

namespace querygate::cli {

// `gateway` is settled. A line for each thing that would keep a caller from an answer goes to the standard output; the
// audit log is not opened, a running server may be writing it.
ExitStatus CheckServing(Context& context, const Gateway& gateway);

}  // namespace querygate::cli
