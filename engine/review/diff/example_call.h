// Whole calls: whether a side would accept one, and the smallest that it does.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/argument.h"
#include "engine/base/calendar.h"
#include "engine/review/diff/parameter_search.h"
#include "engine/review/diff/side.h"

namespace querygate::review {

struct ExampleCall {
  ReviewedCaller caller;
  Arguments arguments;  // in the order of the report's parameters
  Arguments scope;      // what the caller's identity would have to say
  friend bool operator==(const ExampleCall&, const ExampleCall&) = default;
};

// Everything that is judged before a source is opened: status, permission, arguments, windows, scope.
bool Accepts(const PolicySide& side, const CompiledReport& report, const ExampleCall& call, const Instant& now);

// What one role permits, whatever the report's status; empty when the caller does not reach the report at all.
std::vector<std::vector<TypedNarrowing>> AlternativesOf(const PolicySide& side, const CompiledReport& report,
                                                        const ReviewedCaller& caller);

// The narrowing of one parameter among those of a role; null when there is none.
const TypedNarrowing* NarrowingOf(const std::vector<TypedNarrowing>& narrowings, const std::string& parameter);

struct CallQuestion {
  const PolicySide& side;
  const CompiledReport& report;
  const CompiledReport* other = nullptr;  // the other side's version: its scope is supplied as well
  const ReviewedCaller& caller;
  Instant now;
  std::map<std::string, Sent> fixed = {};               // parameters that are settled
  std::function<bool(const ExampleCall&)> wanted = {};  // besides being accepted; absent: nothing more
};

// A call that `side` accepts and that is wanted, as short as the search can make it. What is wanted should concern
// windows: other parameters take one example each.
std::optional<ExampleCall> FindCall(const CallQuestion& question);

}  // namespace querygate::review
