// The time that a call has left, as everything that reads its inputs asks for it.
#pragma once

#include <algorithm>
#include <chrono>

#include "engine/backend/backend.h"

namespace querygate::files {

// Must not outlive the context.
class CallTime {
 public:
  explicit CallTime(const CallContext& context) : context_(context) {}

  bool Expired() const { return context_.cancel.stop_requested() || context_.deadline.ExpiredAt(Now()); }

  // The calendar's, as the call has it.
  Instant WallNow() const { return context_.clock == nullptr ? SystemClock().WallNow() : context_.clock->WallNow(); }

  // Never more than an hour: for waits that take a duration.
  std::chrono::steady_clock::duration Left() const {
    constexpr std::chrono::hours kLongest(1);
    const auto now = Now();
    if (context_.deadline.at == Deadline{}.at) return kLongest;
    if (now >= context_.deadline.at) return {};
    return std::min<std::chrono::steady_clock::duration>(kLongest, context_.deadline.at - now);
  }

 private:
  std::chrono::steady_clock::time_point Now() const {
    return context_.clock == nullptr ? std::chrono::steady_clock::now() : context_.clock->SteadyNow();
  }

  const CallContext& context_;
};

inline Failure Late() {
  return {.reason = "deadline_exceeded", .cause = "the deadline passed while the input files were read"};
}

}  // namespace querygate::files
