// What one call spent, for whoever runs it.
#pragma once

#include <string>

#include "engine/run/outcome.h"
#include "tools/querygate/exit_status.h"

namespace querygate::cli {

// One line of JSON. A call that was refused before it had a budget tells of none.
std::string ReceiptJson(const Receipt& receipt, ExitStatus status);

}  // namespace querygate::cli
