// A wrong handling of a call, as values that stand between its steps. The engine itself knows nothing of it.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "engine/base/value.h"
#include "engine/run/bind.h"
#include "engine/run/outcome.h"

namespace querygate::trial {

using StoredRows = std::vector<std::vector<Value>>;

// Each member may be empty: then that step is left as it is.
struct Distortion {
  std::function<void(Bindings& bindings)> bound;                  // arguments, after they were judged
  std::function<void(std::size_t query, StoredRows& rows)> read;  // a query's rows, before they are judged
  std::function<void(Outcome& outcome)> answered;                 // the outcome, before it is delivered
};

}  // namespace querygate::trial
