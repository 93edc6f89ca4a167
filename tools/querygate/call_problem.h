// How a call that ended without a result is told: the stable reason, and help from the declaration.
#pragma once

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "tools/querygate/command.h"

namespace querygate::cli {

// The report and the arguments that the words name. What is wrong with them has been told when there is none.
Expected<CallRequest, ExitStatus> ReadRequest(Context& context, const Gateway& gateway, bool json_body);

// With `json_body` the outcome goes to stdout as its whole body, and only an operator's cause to stderr. The values
// that a caller sent are never repeated; accepted ones come from the declaration.
ExitStatus Refuse(Context& context, const Gateway& gateway, const CallRequest& request, const Rejection& rejection,
                  bool json_body);

// The cause is for operators: it is told only with --show-cause.
ExitStatus Refuse(Context& context, const Failure& failure, bool json_body);

}  // namespace querygate::cli
