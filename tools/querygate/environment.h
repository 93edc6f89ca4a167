// The outside world as the command line sees it, so that tests can be that world.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/deadline.h"
#include "engine/gateway/gateway.h"

namespace querygate::cli {

class SystemCalls;

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
};

struct Environment {
  // A variable of the environment; null: there are none.
  std::function<std::optional<std::string>(const std::string&)> variable;
  std::shared_ptr<const Clock> clock;  // null: the system's
  ExecutionOptions execution;          // how calls are executed where the deployment does not say
  bool colour_out = false;             // terminals that want it
  bool colour_err = false;
  bool terminal_err = false;           // somebody watches: progress may be shown
  std::optional<int> in_descriptor;    // behind Streams::in, to wait on; none: reading the stream waits by itself
  std::optional<int> out_descriptor;   // behind Streams::out; none: the stream knows whether all was written
  const SystemCalls* calls = nullptr;  // for output files; null: the system's
  bool owns_process = false;           // signals may be handled, and may end the process
};

}  // namespace querygate::cli
