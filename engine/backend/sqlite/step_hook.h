// The seam at which tests make one step of a connection's life fail.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "engine/backend/sqlite/fault.h"

namespace querygate::sqlite {

// Called with the name of each step before it happens: "open", "authorizer", a hardening row's name, "scope
// function", "scope views", "begin", "schema", "bind", "step", "reset", "clear", "end", "close". A non-zero
// SQLite code is taken as the step's result and the step is left out, except that a close always happens:
// nothing leaks. Empty in production.
using StepHook = std::function<int(std::string_view step)>;

inline int Consult(const StepHook& hook, std::string_view step) { return hook ? hook(step) : 0; }

inline Fault InjectedFault(int code, std::string_view step) {
  return {.code = code, .message = std::string(step) + ": failed"};
}

}  // namespace querygate::sqlite
