// Options by which the host, whoever starts the program, says where things are, who asks and what may be spent.
#pragma once

#include <string>
#include <vector>

#include "engine/base/expected.h"
#include "engine/gateway/gateway.h"
#include "tools/querygate/command.h"

namespace querygate::cli {

std::vector<Option> ConfigOption();  // --config
Option IsolationOption(Isolation otherwise);
std::vector<Option> CallOptions();   // --config, --source, --as, --scope, --timeout, --max-…, --args, --show-cause

// --as and --scope. The error is for whoever starts the program.
Expected<HostIdentity, UsageError> ReadIdentity(const Words& words);

// Opens the deployment that the options name. The problem has been reported when there is no gateway.
// `isolation`: of calls, where neither an option nor the deployment says otherwise.
Expected<Gateway, ExitStatus> OpenGateway(Context& context, Isolation isolation = Isolation::kThread);

// The same for a command whose --source names what may have no policy yet: the options of the call are left aside.
Expected<Gateway, ExitStatus> OpenConfigured(Context& context);

// The operands after the report and all call options as a request. Rejections concern the caller's arguments; the
// failure is the call's deadline, which the report and the options bound and which passes while arguments are read too.
using RequestFault = std::variant<UsageError, Rejection, Failure>;
Expected<CallRequest, RequestFault> MakeRequest(const Context& context, const CompiledReport& report);

}  // namespace querygate::cli
