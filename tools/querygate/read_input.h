// The standard input, read within a call's deadline.
#pragma once

#include <cstddef>
#include <string>

#include "engine/base/deadline.h"
#include "engine/base/expected.h"
#include "tools/querygate/command.h"

namespace querygate::cli {

struct InputFault {
  bool deadline_exceeded = false;
  std::string message;  // one line for people
};

// Everything until its end, at most `limit` bytes and one more to know that there are more. A stream without a
// descriptor cannot be waited for, and has no deadline.
Expected<std::string, InputFault> ReadInput(const Context& context, std::size_t limit, Deadline deadline);

}  // namespace querygate::cli
